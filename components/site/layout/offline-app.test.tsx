// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { OfflineApp } from "./offline-app";

let requests = 0;
vi.mock("next/navigation", () => ({ usePathname: () => "/sc/home" }));
vi.mock("./after-load", () => {
  requests += 1;
  throw new Error("ChunkLoadError");
});

afterEach(cleanup);

it("code that cannot be loaded offline causes no unhandled rejection", async () => {
  const rejected = vi.fn();
  process.on("unhandledRejection", rejected);
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: {} });
  render(<OfflineApp />);
  await vi.waitFor(() => expect(requests).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off("unhandledRejection", rejected);
  expect(rejected).not.toHaveBeenCalled();
});
