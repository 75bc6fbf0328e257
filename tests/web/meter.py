"""What really goes over the wire: a door before a server that counts every byte sent to a browser, whoever in the
browser asked for it, workers and sockets included; headers, too."""

import contextlib
import socket
import threading


class Meter:
    """Passes connections on to a port of this machine, and counts what comes back."""

    def __init__(self, port: int):
        self.port, self.received = port, 0
        self._lock = threading.Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._welcome, daemon=True).start()

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                guest, _ = self._door.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
                threading.Thread(target=self._pass, args=(guest, server, False), daemon=True).start()
                threading.Thread(target=self._pass, args=(server, guest, True), daemon=True).start()

    def _pass(self, source: socket.socket, target: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while some := source.recv(65536):
                if counted:
                    with self._lock:
                        self.received += len(some)
                target.sendall(some)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def take(self) -> int:
        """How many bytes came since this was last asked."""
        with self._lock:
            taken, self.received = self.received, 0
        return taken

    def close(self) -> None:
        self._door.close()
