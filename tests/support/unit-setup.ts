import { afterAll } from "vitest";
import "./wait-longer";

if (typeof document !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  // Their default timeout is one second as well.
  configure({ asyncUtilTimeout: 10_000 });
  // The files of a worker share a document.
  afterAll(() => {
    cleanup();
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    for (const cookie of document.cookie.split("; "))
      document.cookie = `${cookie.split("=", 1)[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
    history.replaceState(null, "", "/");
  });
}
