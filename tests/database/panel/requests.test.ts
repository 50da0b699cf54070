import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ADMINS_UP, EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { service, visitor } from "../auth-client";

const PROTOCOL = /^LC-\d{4}-\d{6}-[A-HJ-NP-Z]{6}$/;

const addServiceRequest = (tx: TransactionSql) => tx`
  insert into public.service_requests (protocol, kind, payload, requester_name, requester_email, state_abbr)
  values ('TESTE', 'new', '{}', 'Ana', 'ana@example.org', 'SC')`;

describeAccess("service_requests", addServiceRequest, [
  ["select", ADMINS_UP, "select 1 from public.service_requests where protocol = 'TESTE'"],
  ["insert", NOBODY, addServiceRequest],
  [
    "update the assignee",
    ADMINS_UP,
    (tx) => tx`update public.service_requests set assigned_to = ${ID_OF.admin} where protocol = 'TESTE'`,
  ],
  [
    "update a sent form",
    NOBODY,
    "update public.service_requests set requester_email = 'eu@example.org' where protocol = 'TESTE'",
  ],
  ["delete", NOBODY, "delete from public.service_requests where protocol = 'TESTE'"],
]);

const addPanel = (tx: TransactionSql) => tx`
  insert into public.trip_panel_requests (protocol, name, email, delivery_kind, origin, destination)
  values ('TESTE', 'Ana', 'ana@example.org', 'digital', 'Lages', 'Urubici')`;

describeAccess("trip_panel_requests", addPanel, [
  ["select", ADMINS_UP, "select 1 from public.trip_panel_requests where protocol = 'TESTE'"],
  ["insert", NOBODY, addPanel],
  [
    "update the assignee",
    ADMINS_UP,
    (tx) => tx`update public.trip_panel_requests set assigned_to = ${ID_OF.admin} where protocol = 'TESTE'`,
  ],
  ["update a sent form", NOBODY, "update public.trip_panel_requests set origin = 'Itajaí' where protocol = 'TESTE'"],
  ["delete", NOBODY, "delete from public.trip_panel_requests where protocol = 'TESTE'"],
]);

const addLead = (tx: TransactionSql) => tx`
  insert into public.ad_leads (protocol, company, contact_name, email) values ('TESTE', 'Hotel', 'Ana', 'ana@example.org')`;

describeAccess("ad_leads", addLead, [
  ["select", EDITORS_UP, "select 1 from public.ad_leads where protocol = 'TESTE'"],
  ["insert", NOBODY, addLead],
  ["update", EDITORS_UP, (tx) => tx`update public.ad_leads set assigned_to = ${ID_OF.editor} where protocol = 'TESTE'`],
  ["delete", NOBODY, "delete from public.ad_leads where protocol = 'TESTE'"],
]);

const addTakedown = (tx: TransactionSql) => tx`
  insert into public.takedown_requests (protocol, url, claimant_name, email, reason)
  values ('TESTE', '/blog/x', 'Ana', 'ana@example.org', 'Foto minha')`;

describeAccess("takedown_requests", addTakedown, [
  ["select", ADMINS_UP, "select 1 from public.takedown_requests where protocol = 'TESTE'"],
  ["insert", NOBODY, addTakedown],
  [
    "update",
    ADMINS_UP,
    (tx) => tx`update public.takedown_requests set assigned_to = ${ID_OF.admin} where protocol = 'TESTE'`,
  ],
  ["delete", NOBODY, "delete from public.takedown_requests where protocol = 'TESTE'"],
]);

const addReport = (tx: TransactionSql) => tx`
  insert into public.reports (subject_type, subject_id, reason) values ('page', '/teste', 'wrong')`;

describeAccess("reports", addReport, [
  ["select", ADMINS_UP, "select 1 from public.reports where subject_id = '/teste'"],
  ["insert", NOBODY, addReport],
  ["update", NOBODY, "update public.reports set status = 'resolved' where subject_id = '/teste'"],
  ["delete", NOBODY, "delete from public.reports where subject_id = '/teste'"],
]);

const PLACE = {
  kind: "new",
  state_abbr: "sc",
  requester_name: "Ana",
  requester_email: "ana@example.org",
  name: "Pousada Teste",
  category_key: "lodging",
  attributes: { gated: true },
};
const PANEL = {
  name: "Ana",
  email: "ana@example.org",
  delivery_kind: "both",
  origin: "Lages",
  destination: "Urubici",
  consent: true,
};
const LEAD = { company: "Hotel", contact_name: "Ana", email: "ana@example.org" };
const CLAIM = {
  url: "/blog/x",
  claimant_name: "Ana",
  email: "ana@example.org",
  reason: "A foto é minha.",
  declares_truth: true,
};

const FORMS = [
  "submit_service_request",
  "submit_trip_panel_request",
  "submit_ad_lead",
  "submit_takedown_request",
  "submit_report",
  "submit_app_review",
];

/** Submits a form as a visitor in a transaction that is rolled back; returns the function's result. */
const submit = (form: string, payload: unknown) =>
  asRole("anon", async (tx) => {
    const [row] = await tx`select public.${tx(form)}(${tx.json(payload as never)}) as answer`;
    return row?.answer as unknown;
  });

describe("a visitor's form", () => {
  it.each([
    ["submit_service_request", PLACE],
    ["submit_trip_panel_request", PANEL],
    ["submit_ad_lead", LEAD],
    ["submit_takedown_request", CLAIM],
  ])("%s returns a protocol", async (form, payload) => {
    expect(await submit(form, payload)).toMatch(PROTOCOL);
  });

  it("stores the submitted facts about a place without the sender", async () => {
    const rows = await asOwner(async (tx) => {
      await tx`select public.submit_service_request(${tx.json(PLACE)})`;
      return tx`select payload, requester_email, state_abbr from public.service_requests where requester_email = 'ana@example.org'`;
    });
    expect([...rows]).toEqual([
      {
        payload: { name: "Pousada Teste", category_key: "lodging", attributes: { gated: true } },
        requester_email: "ana@example.org",
        state_abbr: "SC",
      },
    ]);
  });

  it.each([
    ["submit_service_request", { ...PLACE, kind: "gift" }, "kind"],
    ["submit_service_request", { ...PLACE, state_abbr: "XX" }, "state_abbr"],
    ["submit_service_request", { ...PLACE, requester_email: "ana" }, "requester_email"],
    ["submit_service_request", { ...PLACE, requester_phone: "ligue já" }, "requester_phone"],
    ["submit_service_request", { ...PLACE, name: " " }, "name"],
    ["submit_service_request", { ...PLACE, name: ["a"] }, "name"],
    ["submit_service_request", { ...PLACE, category_key: "spaceport" }, "category_key"],
    ["submit_service_request", { ...PLACE, photos: Array(9).fill("x.jpg") }, "photos"],
    ["submit_service_request", { ...PLACE, kind: "claim", message: "É meu" }, "service_id"],
    [
      "submit_service_request",
      { ...PLACE, kind: "claim", message: "É meu", service_id: "00000000-0000-4000-8000-000000000000" },
      "service_id",
    ],
    ["submit_service_request", { ...PLACE, extra: "x".repeat(20_000) }, "payload"],
    ["submit_service_request", [], "payload"],
    ["submit_trip_panel_request", { ...PANEL, consent: false }, "consent"],
    ["submit_trip_panel_request", { ...PANEL, start_on: "2026-02-30" }, "start_on"],
    ["submit_trip_panel_request", { ...PANEL, start_on: "2026-03-10", end_on: "2026-03-01" }, "end_on"],
    ["submit_trip_panel_request", { ...PANEL, cars: 1.5 }, "cars"],
    ["submit_trip_panel_request", { ...PANEL, cars: "dois" }, "cars"],
    ["submit_trip_panel_request", { ...PANEL, states: ["SC", "XX"] }, "states"],
    ["submit_trip_panel_request", { ...PANEL, by_whatsapp: true }, "phone"],
    ["submit_ad_lead", { ...LEAD, company: "x".repeat(161) }, "company"],
    ["submit_ad_lead", { ...LEAD, seller_ref: "a b" }, "seller_ref"],
    ["submit_takedown_request", { ...CLAIM, declares_truth: "yes" }, "declares_truth"],
    ["submit_report", { subject_type: "page", subject_id: "/x", reason: "boring" }, "reason"],
    ["submit_app_review", { rating: 6 }, "rating"],
    ["submit_app_review", {}, "rating"],
    ["submit_app_review", { rating: 5, nps: 11 }, "nps"],
  ])("%s refuses %j and names the field", async (form, payload, field) => {
    await expect(submit(form, payload)).rejects.toMatchObject({
      code: "P0001",
      message: "invalid",
      detail: field,
    });
  });

  it.each(FORMS)("%s refuses a missing payload", async (form) => {
    await expect(submit(form, null)).rejects.toMatchObject({ message: "invalid", detail: "payload" });
  });

  it("a trip panel request of an account stores the account id", async () => {
    const rows = await asRole("user", async (tx) => {
      await tx`select public.submit_trip_panel_request(${tx.json({ ...PANEL, states: ["sc", "PR"], cars: 3 })})`;
      await tx`reset role`;
      return tx`select user_id is not null as known, states, cars from public.trip_panel_requests where email = 'ana@example.org'`;
    });
    expect([...rows]).toEqual([{ known: true, states: ["SC", "PR"], cars: 3 }]);
  });
});

describe("a protocol", () => {
  it("returns the status of the request, in upper and lower case, without personal data", async () => {
    const [row] = await asRole(
      "anon",
      async (tx) => {
        await addServiceRequest(tx);
        await tx`update public.service_requests set status = 'rejected', status_note = 'Fora do estado' where protocol = 'TESTE'`;
      },
      (tx) => tx`select * from public.request_status(' teste ')`,
    );
    expect(row).toEqual({
      kind: "new",
      answer_link: null,
      share_id: null,
      status: "rejected",
      status_note: "Fora do estado",
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
    });
  });

  it.each([
    ["trip_panel", addPanel],
    ["ad_lead", addLead],
    ["takedown", addTakedown],
  ])("of a %s is found too", async (kind, arrange) => {
    const rows = await asRole("anon", arrange, (tx) => tx`select kind from public.request_status('TESTE')`);
    expect([...rows]).toEqual([{ kind }]);
  });

  it("that does not exist returns nothing", async () => {
    expect((await sql`select 1 from public.request_status('LC-2026-000001-AAAAAA')`).count).toBe(0);
  });

  it("is unique", async () => {
    const rows = await asOwner((tx) => tx`select distinct private.new_protocol() from generate_series(1, 200)`);
    expect(rows.count).toBe(200);
  });
});

describe("over the REST API", () => {
  it("a visitor submits a request, reads its status, and cannot read any table", async () => {
    const client = visitor();
    const sent = await client.rpc("submit_ad_lead", { payload: { ...LEAD, company: "Hotel REST" } });
    expect(sent.data).toMatch(PROTOCOL);
    const status = await client.rpc("request_status", { protocol: sent.data as string });
    expect(status.data).toMatchObject([{ kind: "ad_lead", status: "received", status_note: null }]);
    const rows = await client.from("ad_leads").select("email");
    expect(rows.data ?? []).toEqual([]);
    await service.from("ad_leads").delete().eq("company", "Hotel REST");
  });

  it("a refused form returns a 4xx status", async () => {
    const { error, status } = await visitor().rpc("submit_ad_lead", { payload: { ...LEAD, email: "x" } });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "P0001", message: "invalid", details: "email" });
  });
});
