import { beforeEach, expect, it, vi } from "vitest";
import { createSessionClient } from "../supabase/session";
import { saveSettings } from "./mutations";

vi.mock("../supabase/session", () => ({ createSessionClient: vi.fn<() => Promise<unknown>>() }));

const upsert =
  vi.fn<(rows: { key: string; value: string }[]) => Promise<{ error: { code: string; message: string } | null }>>();
const stored = vi.fn<() => { key: string; value: string; group: string }[]>();

beforeEach(() => {
  upsert.mockReset().mockResolvedValue({ error: null });
  const from = () => ({ select: () => ({ in: async () => ({ data: stored(), error: null }) }), upsert });
  vi.mocked(createSessionClient).mockResolvedValue({ from } as never);
});

it.each([
  ["an unchanged form stores nothing", {}, {}, {}],
  [
    "a flag is stored only when it differs from its default",
    {},
    { feature_radio: "true", feature_splash: "false" },
    { feature_splash: "false" },
  ],
  [
    "a value that another account changed meanwhile is kept",
    { feature_radio: "false" },
    { feature_radio: "true", dark_header: "true" },
    { dark_header: "true" },
  ],
])("%s", async (_name, rows, change, expected) => {
  const shown = { feature_radio: "true", feature_splash: "true", dark_header: "false" };
  stored.mockReturnValue(Object.entries(rows).map(([key, value]) => ({ key, value, group: "portal" })));
  expect(await saveSettings("portal", { ...shown, ...change }, shown)).toBe(Object.keys(expected).length);
  const sent = upsert.mock.calls[0]?.[0] ?? [];
  expect(Object.fromEntries(sent.map(({ key, value }) => [key, value]))).toEqual(expected);
});

it("throws when the database does not allow this account to change settings", async () => {
  stored.mockReturnValue([]);
  upsert.mockResolvedValue({ error: { code: "42501", message: "policy" } });
  await expect(saveSettings("portal", { dark_header: "true" }, {})).rejects.toMatchObject({
    code: "access.permission",
  });
});
