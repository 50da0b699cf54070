// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useChosen } from "./use-chosen";

afterEach(cleanup);

const rows = [{ id: "a" }, { id: "b" }];

it("keeps chosen rows in the order of the table", () => {
  const { result } = renderHook(() => useChosen(rows));
  act(() => result.current.choose("b", true));
  act(() => result.current.choose("a", true));
  expect(result.current).toMatchObject({ ids: ["a", "b"], isAll: true });
  act(() => result.current.choose("a", false));
  expect(result.current).toMatchObject({ ids: ["b"], isAll: false });
});

it("chooses all rows and none", () => {
  const { result } = renderHook(() => useChosen(rows));
  act(() => result.current.chooseAll(true));
  expect(result.current.ids).toEqual(["a", "b"]);
  act(() => result.current.chooseAll(false));
  expect(result.current.ids).toEqual([]);
});

it("does not count a chosen row that is no longer shown", () => {
  const { result, rerender } = renderHook((shown: readonly { id: string }[]) => useChosen(shown), {
    initialProps: rows,
  });
  act(() => result.current.choose("a", true));
  rerender([{ id: "b" }]);
  expect(result.current.ids).toEqual([]);
});
