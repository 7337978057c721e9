"""Helpers of both trainers: the log, files written whole or not at all, losses that are not finite, archived shards."""

import json
import os
import zipfile

import torch

FILE_LIMIT = 15 << 20  # bytes of an archive: small enough to keep checkpoints in a repository


class NotFinite(RuntimeError):
    """The loss is no longer a number; the batch that did it has been saved."""


class Log:
    """JSON lines, on the screen and in a file that grows from run to run."""

    def __init__(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self.file = open(path, "a")

    def write(self, **fields):
        line = json.dumps({name: round(value, 5) if isinstance(value, float) else value
                           for name, value in fields.items()})
        print(line, flush=True)
        self.file.write(line + "\n")
        self.file.flush()


def stop_unless_finite(steps, last, folder, take):
    """Stops where a loss has become NaN or infinite, and saves the first such batch: `steps` are (index, loss) of the
    latest ones, up to number `last`, and `take` gives the samples of an index."""
    if not steps:
        return
    finite = torch.isfinite(torch.stack([loss for _, loss in steps])).cpu()
    if bool(finite.all()):
        return
    first = int((~finite).long().argmax())
    number = last - len(steps) + first + 1
    path = os.path.join(folder, "bad_batch.pt")
    os.makedirs(folder, exist_ok=True)
    torch.save({"step": number, "batch": {name: tensor.cpu() for name, tensor in take(steps[first][0]).items()}}, path)
    raise NotFinite(f"the loss of step {number} is not finite; its batch is in {path}")


def write(path, value):
    torch.save(value, path + ".part")
    os.replace(path + ".part", path)


def save_replay(path, files, limit=FILE_LIMIT):
    """Packs the latest of the given shards, as many as fit, for the next run to begin with."""
    with zipfile.ZipFile(path + ".part", "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for number in reversed(range(len(files))):
            if os.path.getsize(path + ".part") + os.path.getsize(files[number]) > limit:
                break  # by its size uncompressed, so that the limit surely holds
            archive.write(files[number], f"shard-{number:06}")
            archive.fp.flush()
    os.replace(path + ".part", path)
