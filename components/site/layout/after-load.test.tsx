// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { AfterLoad } from "./after-load";

let requests = 0;
vi.mock("@/components/travel/convoys/stored-convoy", () => {
  requests += 1;
  throw new Error("ChunkLoadError");
});

afterEach(cleanup);

it("code that cannot be loaded offline causes no unhandled rejection", async () => {
  const rejected = vi.fn();
  process.on("unhandledRejection", rejected);
  render(<AfterLoad />);
  await vi.waitFor(() => expect(requests).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off("unhandledRejection", rejected);
  expect(rejected).not.toHaveBeenCalled();
});
