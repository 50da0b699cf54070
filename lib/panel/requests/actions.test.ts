import { beforeEach, expect, it, vi } from "vitest";
import { createSessionClient } from "../../platform/supabase/session";
import { sendReviewAction } from "../../guide/reviews/actions";
import { sendPlaceRequestAction, sendTripPanelRequestAction } from "./actions";

const stored = vi.hoisted(() => ({ rows: [] as { key: string; value: string }[] }));
vi.mock("../../platform/supabase/public", () => ({
  createPublicClient: () => ({
    from: () => ({ select: () => ({ eq: async () => ({ data: stored.rows, error: null }) }) }),
  }),
}));
vi.mock("../../platform/supabase/session", () => ({ createSessionClient: vi.fn<() => Promise<unknown>>() }));
vi.mock("../../platform/caller-locale", () => ({ callerLocale: async () => "es-419" }));
vi.mock("../../platform/caller", () => ({ callerAddress: async () => "192.0.2.1" }));
vi.mock("../../platform/rate-limit", () => ({ takeAttempt: async () => undefined }));

function formOf(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ seconds: "20", consent: "on", ...values })) form.set(name, value);
  return form;
}

const contact = { requester_name: "Ana", requester_email: "ana@example.org", name: "Ana", email: "ana@example.org" };
const FORMS = [
  [
    "feature_place_requests",
    sendPlaceRequestAction,
    { ...contact, kind: "new", state_abbr: "SC", category_key: "workshop", city: "Lages" },
  ],
  [
    "feature_trip_panel_requests",
    sendTripPanelRequestAction,
    { ...contact, delivery_kind: "digital", origin: "Lages", destination: "Urubici", cars: "1", people: "2" },
  ],
  ["feature_reviews", sendReviewAction, { rating: "5" }],
] as const;

const rpc = vi.fn<() => Promise<{ data: string | null; error: { message: string } | null }>>();

beforeEach(() => {
  stored.rows = [];
  rpc.mockReset().mockResolvedValue({ data: "LC-2026-000001-ABCDEF", error: null });
  vi.mocked(createSessionClient).mockResolvedValue({ rpc } as never);
});

it.each(FORMS)("%s: enabled by default, disabled by its own flag only", async (feature, send, values) => {
  expect(await send(formOf(values))).toMatchObject({ data: {} });
  stored.rows = FORMS.filter(([other]) => other !== feature).map(([key]) => ({ key, value: "false" }));
  expect(await send(formOf(values))).toMatchObject({ data: {} });
  expect(rpc).toHaveBeenCalledTimes(2);
  stored.rows = [{ key: feature, value: "false" }];
  expect(await send(formOf(values))).toEqual({ serverError: "feature.off" });
  expect(rpc).toHaveBeenCalledTimes(2);
});

it.each(FORMS)("%s: a refusal of the database returns the same error code", async (_feature, send, values) => {
  rpc.mockResolvedValue({ data: null, error: { message: "feature_off" } });
  expect(await send(formOf(values))).toEqual({ serverError: "feature.off" });
});
