// @vitest-environment happy-dom
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { importRowsAction } from "@/lib/panel/admin/actions";
import type { Field } from "@/lib/panel/admin/resource";
import { useImport } from "./use-import";

vi.mock("@/lib/panel/admin/actions", () => ({ importRowsAction: vi.fn<() => Promise<unknown>>() }));

const FIELDS: readonly Field[] = [{ name: "name", kind: "text" }];
const RESOURCE = { key: "services" as const, fields: FIELDS, idColumn: "id" };
const opened = () => renderHook(() => useImport(RESOURCE, (name) => name)).result;

beforeEach(() => {
  document.documentElement.lang = "pt-BR";
  vi.mocked(importRowsAction).mockReset();
});

it("a workbook is refused where the person looks, and nothing is sent", async () => {
  const result = opened();
  await act(() => result.current.read(new File([Uint8Array.from([0x50, 0x4b, 0x03, 0x04])], "telefones.xlsx")));
  await waitFor(() => expect(result.current.problem).toContain("Isto é uma planilha"));
  expect(importRowsAction).not.toHaveBeenCalled();
});

it("a check that fails is named, and the next file starts without it", async () => {
  const result = opened();
  vi.mocked(importRowsAction).mockRejectedValueOnce(new Error("offline"));
  await act(() => result.current.read(new File(["name\nOficina"], "a.csv")));
  await waitFor(() => expect(result.current.problem).not.toBe(""));
  const answer = { saved: 1, unchanged: 0, bad: [], ready: [], titles: {} };
  vi.mocked(importRowsAction).mockResolvedValueOnce({ data: answer } as never);
  await act(() => result.current.read(new File(["name\nOficina"], "a.csv")));
  expect(result.current).toMatchObject({ problem: "", parsed: { changedCount: 1 } });
});
