import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestMeta } from "next/dist/server/request-meta";
import { describe, expect, it, vi } from "vitest";
import { addPageTags, tagsOfEntry } from "./page-tags";

const entryWith = (tags: unknown) => ({ value: { headers: { "x-next-cache-tags": tags } } });

describe("tagsOfEntry", () => {
  it.each([
    [entryWith("_N_T_/layout,regions,regions:SC,_N_T_/sc/home"), "regions,regions:SC"],
    [entryWith("_N_T_/layout"), ""],
    [entryWith(undefined), null],
    [{ value: null }, null],
    [{}, null],
  ])("of %j are %j", (entry, tags) => {
    expect(tagsOfEntry(entry)).toBe(tags);
  });
});

describe("addPageTags", () => {
  it("adds the header and lets Next send the response", async () => {
    const request = {} as IncomingMessage;
    const setHeader = vi.fn<(name: string, value: string) => void>();
    addPageTags(request, { headersSent: false, setHeader } as unknown as ServerResponse);
    const onCacheEntry = getRequestMeta(request, "onCacheEntry")!;
    expect(await onCacheEntry(entryWith("regions,_N_T_/x") as never, { url: "/" })).toBe(false);
    expect(setHeader).toHaveBeenCalledExactlyOnceWith("x-page-cache-tags", "regions");
  });
});
