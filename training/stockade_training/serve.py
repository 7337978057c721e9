"""Evaluates the positions that self-play sends through a channel, keeping GPU and CPU busy at once."""

import collections
import os
import shutil
import subprocess
import tempfile
import time

import torch

from .channel import Channel

IDLE_SLEEP = 20e-6


def temporary_folder(prefix):
    """In memory where the system offers enough of it."""
    memory = "/dev/shm"
    roomy = os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
    return tempfile.mkdtemp(prefix=prefix, dir=memory if roomy else None)


class Player:
    """A `stockade selfplay` process and its channel."""

    def __init__(self, binary, folder, arguments):
        self.path = os.path.join(folder, f"channel-{os.getpid()}-{time.monotonic_ns()}")
        self.process = subprocess.Popen([binary, "selfplay", "--evaluator", "channel", "--channel", self.path,
                                         "--quiet"] + [str(a) for a in arguments], stdout=subprocess.PIPE, text=True)
        self.channel = Channel(self.path, lambda: self.process.poll() is None)

    def alive(self):
        return self.process.poll() is None

    def end(self, timeout=60):
        """Asks it to stop; returns what it printed."""
        self.channel.stop()
        self.channel.close()
        try:
            output, _ = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            output, _ = self.process.communicate()
            raise RuntimeError(f"the player did not end within {timeout} s of being told to")
        if self.process.returncode != 0:
            raise RuntimeError(f"the player ended with status {self.process.returncode}")
        return output


def graphed(answer, device, wait=True, learns=False):
    """Calls of `answer`, which always reads the same tensors, captured once where that is possible. `wait` for the
    result of each call; what `learns` keeps its gradients."""
    if device.type != "cuda":
        def plain():
            with torch.set_grad_enabled(learns):
                return answer()
        return plain
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.set_grad_enabled(learns), torch.cuda.stream(stream):
        for _ in range(3):
            answer()
        stream.synchronize()
        captured = torch.cuda.CUDAGraph()
        with torch.cuda.graph(captured, stream=stream):
            result = answer()
    torch.cuda.current_stream().wait_stream(stream)

    def replay():
        captured.replay()
        if wait:
            torch.cuda.synchronize()
        return result
    return replay


class CpuLane:
    def __init__(self, answer, channel):
        self.answer, self.channel = answer, channel

    def launch(self, slot):
        with torch.no_grad():
            policy, value = self.answer(self.channel.planes[slot], self.channel.network[slot])
        self.channel.policy[slot].copy_(policy)
        self.channel.value[slot].copy_(value)

    def done(self):
        return True


class GpuLane:
    """One batch on its way: copied in, evaluated by a captured graph, copied out, on a stream of its own."""

    def __init__(self, answer, channel, graph=True):
        self.channel = channel
        self.stream = torch.cuda.Stream()
        self.event = torch.cuda.Event()
        self.planes = torch.zeros_like(channel.planes[0], device="cuda")
        self.network = torch.zeros_like(channel.network[0], device="cuda")
        self.graph = None
        torch.cuda.synchronize()
        with torch.no_grad(), torch.cuda.stream(self.stream):
            for _ in range(3):
                self.policy, self.value = answer(self.planes, self.network)
            self.stream.synchronize()
            if graph:
                try:
                    captured = torch.cuda.CUDAGraph()
                    with torch.cuda.graph(captured, stream=self.stream):
                        self.policy, self.value = answer(self.planes, self.network)
                    self.graph = captured
                except RuntimeError as problem:
                    print(f"no CUDA graph: {problem}", flush=True)
        self.answer = answer
        torch.cuda.synchronize()

    def launch(self, slot):
        channel = self.channel
        with torch.no_grad(), torch.cuda.stream(self.stream):
            self.planes.copy_(channel.planes[slot], non_blocking=True)
            self.network.copy_(channel.network[slot], non_blocking=True)
            if self.graph is not None:
                self.graph.replay()
            else:
                self.policy, self.value = self.answer(self.planes, self.network)
            channel.policy[slot].copy_(self.policy, non_blocking=True)
            channel.value[slot].copy_(self.value, non_blocking=True)
            self.event.record()

    def done(self):
        return self.event.query()


class Server:
    """Serves the slots of a channel in order. `answer(planes, network)` gives logits and values."""

    def __init__(self, player, answer, device, lanes=2, graph=True):
        self.player, self.channel = player, player.channel
        if device.type == "cuda":
            self.channel.pin()
            lanes = [GpuLane(answer, self.channel, graph) for _ in range(lanes)]
        else:
            lanes = [CpuLane(answer, self.channel)]
        self.free = collections.deque(lanes)
        self.busy = collections.deque()  # (lane, slot)
        self.next = 0
        self.batches = 0
        self.waited = 0.0  # seconds in which nothing was to be done

    def serve(self, until):
        """Serves until `until()`, asked about a hundred times a second, is true or the player has ended."""
        next_question = time.monotonic()
        while True:
            idle = True
            while self.busy and self.busy[0][0].done():
                lane, slot = self.busy.popleft()
                self.channel.answer(slot)
                self.free.append(lane)
                self.batches += 1
                idle = False
            if self.free and len(self.busy) < self.channel.slots and self.channel.is_filled(self.next):
                lane = self.free.popleft()
                lane.launch(self.next)
                self.busy.append((lane, self.next))
                self.next = (self.next + 1) % self.channel.slots
                idle = False
            now = time.monotonic()
            if now >= next_question:
                next_question = now + 0.01
                if self.channel.finished() or until():
                    break
                if not self.player.alive() and not self.channel.finished():
                    raise RuntimeError(f"the player ended with status {self.player.process.returncode}")
            if idle:
                time.sleep(IDLE_SLEEP)
                self.waited += time.monotonic() - now
        self.drain()

    def ceiling(self, seconds):
        """Evaluations a second of the evaluator alone: the first batch again and again, answers thrown away."""
        begin = time.monotonic()
        batches = 0
        while time.monotonic() - begin < seconds or self.busy:
            if self.busy and self.busy[0][0].done():
                self.free.append(self.busy.popleft()[0])
                batches += 1
            if self.free and time.monotonic() - begin < seconds:
                lane = self.free.popleft()
                lane.launch(0)
                self.busy.append((lane, 0))
        return batches * self.channel.batch / (time.monotonic() - begin)

    def drain(self):
        while self.busy:
            lane, slot = self.busy.popleft()
            while not lane.done():
                time.sleep(IDLE_SLEEP)
            self.channel.answer(slot)
            self.free.append(lane)
            self.batches += 1
