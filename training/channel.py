"""The shared memory through which `stockade selfplay` asks for evaluations; src/selfplay/channel.h owns its form."""

import mmap
import os
import struct
import time

import numpy as np
import torch

from layout import Layout

MAGIC = b"STKCHNL1"
PAGE = 4096
CONTROL_AT = 128
COUNTERS_AT = 192
TURNSTILES_AT = 1024
TURNSTILE_BYTES = 128

COUNTERS = ("evaluations", "actions", "games", "game_actions", "samples", "first_wins", "second_wins", "draws",
            "resigned", "checked", "mistaken", "distinct", "solved", "wins", "losses",
            "pair0", "pair1", "pair2", "pair3", "pair4")


class Channel:
    """Maps the file once the player has made it. `alive()` says whether the player still runs."""

    def __init__(self, path, alive, timeout=60):
        deadline = time.monotonic() + timeout
        while True:
            if os.path.exists(path) and os.path.getsize(path) >= 2 * PAGE:
                with open(path, "r+b") as file:
                    self.memory = mmap.mmap(file.fileno(), 0)
                if self.memory[:8] == MAGIC:
                    break
                self.memory.close()
            if not alive():
                raise RuntimeError(f"{path}: the player ended before it had made the channel")
            if time.monotonic() > deadline:
                raise RuntimeError(f"{path}: expected a channel within {timeout} s")
            time.sleep(0.01)
        self.pinned = False
        (text_bytes, self.batch, self.slots, self.plane_bytes, self.actions, _, slots_at, slot_bytes, planes_at,
         network_at, policy_at, value_at) = struct.unpack_from("<6I6Q", self.memory, 8)
        self.layout = Layout(self.memory[PAGE:PAGE + text_bytes].decode())
        self.bytes = np.frombuffer(self.memory, dtype=np.uint8)
        self.control = np.frombuffer(self.memory, dtype=np.uint32, count=4, offset=CONTROL_AT)
        self.counts = np.frombuffer(self.memory, dtype=np.uint64, count=len(COUNTERS), offset=COUNTERS_AT)
        layout = self.layout
        self.filled, self.answers, self.planes, self.network, self.policy, self.value = [], [], [], [], [], []
        for slot in range(self.slots):
            at = TURNSTILES_AT + slot * TURNSTILE_BYTES
            self.filled.append(np.frombuffer(self.memory, dtype=np.uint32, count=1, offset=at))
            self.answers.append(np.frombuffer(self.memory, dtype=np.uint32, count=1, offset=at + 64))
            base = slots_at + slot * slot_bytes
            part = lambda offset, size: torch.from_numpy(self.bytes[base + offset:base + offset + size])
            self.planes.append(part(planes_at, self.batch * self.plane_bytes)
                               .view(self.batch, len(layout.planes), layout.rows, layout.cols))
            self.network.append(part(network_at, self.batch))
            self.policy.append(part(policy_at, self.batch * self.actions * 2).view(torch.bfloat16)
                               .view(self.batch, self.actions))
            value = part(value_at, self.batch * layout.values * 4).view(torch.float32)
            self.value.append(value if layout.values == 1 else value.view(self.batch, layout.values))
        self.control[1] = os.getpid()
        os.unlink(path)  # the memory lives as long as both sides hold it

    def is_filled(self, slot):
        return self.filled[slot][0] != self.answers[slot][0]

    def answer(self, slot):
        self.answers[slot][0] += 1

    def stop(self):
        self.control[2] = 1

    def finished(self):
        return self.control[3] != 0

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
