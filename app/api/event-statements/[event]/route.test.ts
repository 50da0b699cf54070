import { beforeEach, expect, it, vi } from "vitest";
import { getPanelEvent } from "@/lib/events/panel/queries";
import { getStatement } from "@/lib/events/recipients/queries";
import { AppError } from "@/lib/platform/error";
import { ACCOUNT, at, get } from "@/tests/support/handler-requests";
import { GET } from "./route";

vi.mock("next-intl/server", () => ({ getTranslations: async () => (key: string) => key }));
vi.mock("@/lib/events/members/service", () => ({ forPeopleOfEvents: async () => true }));
vi.mock("@/lib/events/panel/queries", () => ({ getPanelEvent: vi.fn<typeof getPanelEvent>() }));
vi.mock("@/lib/events/recipients/queries", () => ({ getStatement: vi.fn<typeof getStatement>() }));
vi.mock("@/lib/platform/auth/require", () => ({ requireSignedIn: async () => ACCOUNT }));
vi.mock("@/lib/platform/supabase/session", () => ({ createSessionClient: async () => ({}) }));

const EVENT = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const ask = () => GET(get(), at({ event: EVENT }));

beforeEach(() => {
  vi.mocked(getPanelEvent)
    .mockReset()
    .mockResolvedValue({ id: EVENT } as never);
  vi.mocked(getStatement).mockReset().mockResolvedValue({
    received_cents: 0,
    refunded_cents: 0,
    net_cents: 0,
    rows: [],
    paid_out_cents: 0,
    payouts: [],
  });
});

it("the statement of an event without payments is a file", async () => {
  const response = await ask();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
});

it("the statement of an unknown event answers 404", async () => {
  vi.mocked(getPanelEvent).mockResolvedValue(null);
  expect((await ask()).status).toBe(404);
});

it("the statement of an event of others answers 403", async () => {
  vi.mocked(getStatement).mockRejectedValue(new AppError("access.permission"));
  expect((await ask()).status).toBe(403);
});
