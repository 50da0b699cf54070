import { vi } from "vitest";

const TIMEOUT_MS = 10_000;
const { waitFor } = vi;

// The default timeout of `vi.waitFor` is one second, which a busy machine can exceed.
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: TIMEOUT_MS, ...options });
