"""The shared memory through which `stockade selfplay` asks for evaluations (formats.json, "channel")."""

import mmap
import os
import time

import numpy as np
import torch

from .formats import DESCRIPTION, Header, Layout

FORM = DESCRIPTION["channel"]
HEADER = Header("channel")
COUNTERS = FORM["counters"]
EVALUATOR, STOP, FINISHED = (FORM["control"].index(name) for name in ("evaluator", "stop", "finished"))


class Channel:
    """Maps the file once the player has made it. `alive()` says whether the player still runs."""

    def __init__(self, path, alive, timeout=60):
        deadline = time.monotonic() + timeout
        while True:
            if os.path.exists(path) and os.path.getsize(path) >= 2 * FORM["text_at"]:
                with open(path, "r+b") as file:
                    self.memory = mmap.mmap(file.fileno(), 0)
                if self.memory[:8] == HEADER.magic:
                    break
                self.memory.close()
            if not alive():
                raise RuntimeError(f"{path}: the player ended before it had made the channel")
            if time.monotonic() > deadline:
                raise RuntimeError(f"{path}: expected a channel within {timeout} s")
            time.sleep(0.01)
        self.pinned = False
        head = HEADER.unpack(self.memory)
        self.batch, self.slots, self.plane_bytes, self.actions = (
            head[name] for name in ("batch", "slots", "plane_bytes", "actions"))
        self.layout = Layout(self.memory[FORM["text_at"]:FORM["text_at"] + head["text_bytes"]].decode())
        self.bytes = np.frombuffer(self.memory, dtype=np.uint8)
        self.control = np.frombuffer(self.memory, dtype=np.uint32, count=len(FORM["control"]),
                                     offset=FORM["control_at"])
        self.counts = np.frombuffer(self.memory, dtype=np.uint64, count=len(COUNTERS), offset=FORM["counters_at"])
        layout = self.layout
        self.filled, self.answers, self.planes, self.network, self.policy, self.value = [], [], [], [], [], []
        for slot in range(self.slots):
            at = FORM["slot_counts_at"] + slot * FORM["slot_count_bytes"]
            self.filled.append(np.frombuffer(self.memory, dtype=np.uint32, count=1, offset=at))
            self.answers.append(np.frombuffer(self.memory, dtype=np.uint32, count=1, offset=at + FORM["answered_at"]))
            base = head["slots_at"] + slot * head["slot_bytes"]
            part = lambda offset, size: torch.from_numpy(self.bytes[base + offset:base + offset + size])
            self.planes.append(part(head["planes_at"], self.batch * self.plane_bytes)
                               .view(self.batch, len(layout.planes), layout.rows, layout.cols))
            self.network.append(part(head["network_at"], self.batch))
            self.policy.append(part(head["policy_at"], self.batch * self.actions * 2).view(torch.bfloat16)
                               .view(self.batch, self.actions))
            value = part(head["value_at"], self.batch * layout.values * 4).view(torch.float32)
            self.value.append(value if layout.values == 1 else value.view(self.batch, layout.values))
        self.control[EVALUATOR] = os.getpid()
        os.unlink(path)  # the memory lives as long as both sides hold it

    def is_filled(self, slot):
        return self.filled[slot][0] != self.answers[slot][0]

    def answer(self, slot):
        self.answers[slot][0] += 1

    def stop(self):
        self.control[STOP] = 1

    def finished(self):
        return self.control[FINISHED] != 0

    def counters(self):
        return dict(zip(COUNTERS, (int(x) for x in self.counts)))

    def pin(self):
        """Lets the GPU copy to and from the memory by itself."""
        status = int(torch.cuda.cudart().cudaHostRegister(self.bytes.ctypes.data, self.bytes.size, 0))
        self.pinned = status == 0
        if not self.pinned:
            print(f"the channel could not be pinned (CUDA error {status}); copies will be slower", flush=True)

    def close(self):
        if self.pinned:
            torch.cuda.synchronize()
            torch.cuda.cudart().cudaHostUnregister(self.bytes.ctypes.data)
            self.pinned = False
