import { afterAll, vi } from "vitest";
import "./wait-longer";

// What the last test of a file leaves must not be there while the modules of the next file are loaded.
function restore(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
}
afterAll(restore);

if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  // Their default timeout is one second as well.
  configure({ asyncUtilTimeout: 10_000 });
  // The files of a worker share a document.
  afterAll(() => {
    restore();
    cleanup();
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    for (const cookie of document.cookie.split("; "))
      document.cookie = `${cookie.split("=", 1)[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
    history.replaceState(null, "", "/");
  });
}
