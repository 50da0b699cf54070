import { beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "@/lib/platform/error";
import type { noteBusyCaller, submitRegistration } from "@/lib/events/registrations/mutations";
import * as mutations from "@/lib/events/registrations/mutations";
import { POST } from "./route";

let caller = 0;
vi.mock("@/lib/platform/caller", () => ({ callerAddress: async () => `192.0.2.${caller}` }));
vi.mock("@/lib/platform/shared-counts", () => ({ countForAll: async () => null }));
vi.mock("@/lib/platform/same-origin", () => ({ requireSameOrigin: () => undefined }));
vi.mock("@/lib/platform/supabase/service", () => ({ createServiceClient: () => ({}) }));
vi.mock("@/lib/platform/supabase/session", () => ({ createSessionClient: async () => ({}) }));
vi.mock("@/lib/platform/links/mutations", () => ({ serverLink: async () => ({ token: "a-token", version: 1 }) }));
vi.mock("@/lib/events/promotion/kit/mutations", () => ({ attributeRegistration: async () => undefined }));
const questions = vi.hoisted(() => ({ of: new Map<string, object>() }));
vi.mock("@/lib/events/registrations/queries", () => ({
  readQuestions: async (type: string) => questions.of.get(type) ?? null,
}));
vi.mock("@/lib/events/registrations/mutations", () => ({
  submitRegistration: vi.fn<typeof submitRegistration>(),
  noteBusyCaller: vi.fn<typeof noteBusyCaller>(),
}));

const FILED = { outcome: "saved", id: "1", event: "2", is_changed: false } as const;
const FORM = {
  request_id: "3f2b8c1a-0d4e-4f6a-9b7c-112233445566",
  type: "3f2b8c1a-0d4e-4f6a-9b7c-112233445567",
  full_name: "Ana Souza",
  email: "ana@example.org",
  consent: true,
  locale: "pt-BR",
};
const send = (body: object) =>
  POST(new Request("http://localhost/api/registrations", { method: "POST", body: JSON.stringify(body) }));
const statuses = async (count: number, body: object) => {
  const found = new Set<number>();
  for (let sent = 0; sent < count; sent++) found.add((await send(body)).status);
  return [...found];
};

beforeEach(() => {
  caller += 1;
  vi.mocked(mutations.submitRegistration).mockReset().mockResolvedValue(FILED);
  vi.mocked(mutations.noteBusyCaller).mockReset().mockResolvedValue();
});

describe("the limit per caller", () => {
  it("lets 200 people of one network register within an hour", async () => {
    expect(await statuses(200, FORM)).toEqual([201]);
    expect((await send(FORM)).status).toBe(429);
  });

  it("does not count refused forms", async () => {
    expect(await statuses(150, { ...FORM, full_name: "" })).toEqual([400]);
    vi.mocked(mutations.submitRegistration).mockResolvedValue({
      outcome: "refused",
      reason: "no_places",
      field: null,
    });
    expect(await statuses(150, FORM)).toEqual([409]);
    vi.mocked(mutations.submitRegistration).mockRejectedValue(new AppError("access.denied"));
    expect(await statuses(50, FORM)).toEqual([403]);
    vi.mocked(mutations.submitRegistration).mockResolvedValue(FILED);
    expect(await statuses(200, FORM)).toEqual([201]);
  });

  it("sends a notice to the team after 30 forms for one event", async () => {
    await statuses(30, FORM);
    expect(mutations.noteBusyCaller).not.toHaveBeenCalled();
    expect((await send(FORM)).status).toBe(201);
    expect(mutations.noteBusyCaller).toHaveBeenCalledWith({}, FILED.event);
  });
});

describe("the other people of an order", () => {
  const type = "3f2b8c1a-0d4e-4f6a-9b7c-112233445568";
  const codesOf = async (body: object) => ((await (await send(body)).json()) as { fields: unknown }).fields;

  it("are checked against the questions of their kinds; the field says whose answer is wrong", async () => {
    const menu = { name: "menu", kind: "text", required: true, label: "Cardápio", options: [] };
    questions.of.set(type, { version: null, fields: [menu] });
    const people = [
      { type, full_name: "", answers: { menu: "Pastel" } },
      { type, full_name: "" },
    ];
    expect(await codesOf({ ...FORM, people })).toEqual({ "people.1.answers.menu": "missing" });
    expect((await send({ ...FORM, people: people.slice(0, 1) })).status).toBe(201);
    questions.of.clear();
  });

  it.each([
    ["invalid", "people.1.vehicles", { "people.1.vehicles": "missing" }],
    ["invalid", "people.0.menu", { "people.0.answers.menu": "missing" }],
    ["invalid", "phone", { phone: "missing" }],
    ["vehicle_too_new", "people.2.1", { "people.2.vehicles.0.year": "vehicleTooNew" }],
  ] as const)("refused with %s and %s", async (reason, field, fields) => {
    vi.mocked(mutations.submitRegistration).mockResolvedValue({ outcome: "refused", reason, field });
    expect(await codesOf(FORM)).toEqual(fields);
  });
});

describe("a repeated request", () => {
  it("gets the confirmation again", async () => {
    expect(await (await send(FORM)).json()).toEqual({
      token: "a-token",
      path: "/eventos/inscricao/sucesso?acesso=a-token",
    });
  });

  it("with other data is answered with the page of what is stored", async () => {
    vi.mocked(mutations.submitRegistration).mockResolvedValue({ ...FILED, is_changed: true });
    const response = await send(FORM);
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ code: "form.stored", path: "/eventos/inscricao/status/a-token" });
  });
});
