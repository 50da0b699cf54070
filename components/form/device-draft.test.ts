// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { dropDraft, readDraft, writeDraft } from "./device-draft";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it("stores a draft in the given store only", () => {
  writeDraft("sessionStorage", "a", { name: "Ana" });
  expect(readDraft("sessionStorage", "a")).toEqual({ name: "Ana" });
  expect(readDraft("localStorage", "a")).toBeNull();
  dropDraft("sessionStorage", "a");
  expect(readDraft("sessionStorage", "a")).toBeNull();
});

it("ignores a damaged draft", () => {
  localStorage.setItem("a", "{");
  expect(readDraft("localStorage", "a")).toBeNull();
});

it("does nothing where storage is blocked", () => {
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked, removeItem: blocked, clear: () => undefined });
  writeDraft("localStorage", "a", 1);
  dropDraft("localStorage", "a");
  expect(readDraft("localStorage", "a")).toBeNull();
});
