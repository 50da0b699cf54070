// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { usePhotoUpload } from "./photo-picker";

const upload = vi.hoisted(() => vi.fn());
vi.mock("./upload-photo", () => ({ uploadPhoto: upload }));

afterEach(() => {
  cleanup();
  upload.mockReset();
});

const texts = {
  tooMany: "too many",
  tooLarge: "too large",
  tooManyPixels: "pixels",
  failed: "failed",
  limited: "limited",
  unavailable: "unavailable",
};
const file = (name: string) => new File(["x"], name);

it("stores as many photos as there is room for, and names the others", async () => {
  upload.mockResolvedValueOnce({ name: "stored.webp" }).mockResolvedValueOnce({ problem: "tooLarge" });
  const onSent = vi.fn();
  const { result } = renderHook(() => usePhotoUpload({ room: 2, texts, onSent }));
  await act(() => result.current.add([file("a.jpg"), file("b.jpg"), file("c.jpg")]));
  expect(onSent).toHaveBeenCalledExactlyOnceWith({ name: "stored.webp", preview: expect.stringMatching(/^blob:/) });
  expect(result.current).toMatchObject({
    isSending: false,
    problems: ["c.jpg: too many", "b.jpg: too large"],
  });
});

it("stores nothing without room", async () => {
  const { result } = renderHook(() => usePhotoUpload({ room: -1, texts, onSent: vi.fn() }));
  await act(() => result.current.add([file("a.jpg")]));
  expect(upload).not.toHaveBeenCalled();
  expect(result.current.problems).toEqual(["a.jpg: too many"]);
});
