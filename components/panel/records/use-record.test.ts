// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveRowAction } from "@/lib/panel/admin/actions";
import type { Field } from "@/lib/panel/admin/resource";
import { RECORD_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import { NOTICE_EVENT, type Notice } from "../../ui/notify";
import { useRecord } from "./use-record";

vi.mock("@/lib/panel/admin/actions", () => ({ saveRowAction: vi.fn<() => Promise<unknown>>() }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: vi.fn(), replace: vi.fn() }) }));

const FIELDS: readonly Field[] = [{ name: "name", kind: "text", required: true }];
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith(RECORD_DRAFT_PREFIX));
const opened = (onWrong = () => undefined) =>
  renderHook(() =>
    useRecord(
      { resource: "regions", base: "", id: "1", version: null, values: { name: "Serra" }, fields: FIELDS },
      onWrong,
    ),
  ).result;

beforeEach(() => {
  localStorage.clear();
  vi.mocked(saveRowAction).mockReset();
});
afterEach(cleanup);

it("values that are typed back leave no draft, an older draft is offered until then", () => {
  const first = opened();
  act(() => first.current.set("name", "Serra nova"));
  expect(drafts()).toHaveLength(1);
  cleanup();
  const again = opened();
  expect(again.current.draft).not.toBeNull();
  act(() => again.current.set("name", "Serra alta"));
  act(() => again.current.set("name", "Serra"));
  expect(drafts()).toEqual([]);
});

it("a required field that is empty is refused here, and named", () => {
  const onWrong = vi.fn<() => undefined>();
  const record = opened(onWrong);
  act(() => record.current.set("name", ""));
  act(() => record.current.save());
  expect(saveRowAction).not.toHaveBeenCalled();
  expect(record.current.hasFailed).toBe(true);
  expect(onWrong).toHaveBeenLastCalledWith({ name: "required" });
});

it.each([
  ["shown", "record.saved"],
  ["hidden", "record.savedHidden"],
  ["internal", "record.savedInternal"],
])("a saved row that is %s shows the notice %s", async (visibility, code) => {
  const codes: string[] = [];
  window.addEventListener(NOTICE_EVENT, (event) => codes.push((event as CustomEvent<Notice>).detail.code));
  vi.mocked(saveRowAction).mockResolvedValue({
    data: { outcome: "saved", id: "1", updatedAt: "2026-01-01", values: { name: "Serra nova" }, visibility },
  } as never);
  const record = opened();
  act(() => record.current.set("name", "Serra nova"));
  await act(async () => record.current.save());
  expect(codes).toContain(code);
  expect(drafts()).toEqual([]);
});
