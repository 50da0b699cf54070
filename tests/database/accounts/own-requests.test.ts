import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, ID_OF } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";
import { makeKind } from "../events/registration-support";
import { addPanelTrip, deliver, REQUEST } from "../travel/panel-rows";

const FORMS = [
  [
    "submit_trip_panel_request",
    "trip_panel",
    {
      name: "Ana",
      email: "ana@example.org",
      delivery_kind: "digital",
      origin: "Lages",
      destination: "Urubici",
      consent: true,
    },
    "Lages → Urubici",
  ],
  [
    "submit_service_request",
    "new",
    {
      kind: "new",
      state_abbr: "SC",
      requester_name: "Ana",
      requester_email: "ana@example.org",
      name: "Museu dos pedidos",
      category_key: "museum",
      consent: true,
    },
    "Museu dos pedidos",
  ],
  [
    "submit_takedown_request",
    "takedown",
    {
      url: "https://example.org/a",
      claimant_name: "Ana",
      email: "ana@example.org",
      reason: "Minha foto",
      declares_truth: true,
    },
    "https://example.org/a",
  ],
  ["submit_ad_lead", "ad_lead", { company: "Hotel", contact_name: "Ana", email: "ana@example.org" }, "Hotel"],
] as const;

type Row = { kind: string; title: string; status: string; trip_id: string | null; share_id: string | null };
const own = async (tx: TransactionSql) => [
  ...(await tx<Row[]>`select kind, title, status, trip_id, share_id from public.own_requests()`),
];

describe.each(FORMS)("%s", (submit, kind, payload, title) => {
  it("sent with an account is listed for that account only", async () => {
    const found = await asRole("user", async (tx) => {
      await tx`select public.${tx(submit)}(${tx.json(payload as never)})`;
      const mine = await own(tx);
      const others: number[] = [];
      for (const actor of ACTORS.filter((one) => one !== "anon" && one !== "user")) {
        await becomeRole(tx, actor);
        others.push((await own(tx)).length);
      }
      return { mine, others };
    });
    expect(found.mine).toMatchObject([{ kind, title, status: "received", trip_id: null, share_id: null }]);
    expect(found.others).toEqual(found.others.map(() => 0));
  });

  it("sent by a visitor belongs to no account", async () => {
    const found = await asRole("anon", async (tx) => {
      await tx`select public.${tx(submit)}(${tx.json(payload as never)})`;
      await becomeRole(tx, "user");
      return own(tx);
    });
    expect(found).toEqual([]);
  });
});

it("a visitor cannot call own_requests() and own_payments()", async () => {
  for (const name of ["own_requests", "own_payments"])
    await expect(asRole("anon", (tx) => tx`select * from public.${tx(name)}()`)).rejects.toMatchObject({
      code: "42501",
    });
});

it("a delivered trip panel is listed with the copy and the link, without the link once it has ended", async () => {
  const found = await asOwner(async (tx) => {
    await addPanelTrip(tx);
    await becomeRole(tx, "admin");
    await deliver(tx);
    await becomeRole(tx, "user");
    const delivered = await own(tx);
    await tx`select public.set_trip_deleted(${delivered[0]!.trip_id}, true)`;
    const deleted = await own(tx);
    await tx`reset role`;
    const [shown] = await tx`
      select share_id from public.trip_panel_requests as request, public.request_status(request.protocol) where id = ${REQUEST}`;
    await tx`update public.trip_shares set expires_at = now() - interval '1 minute', created_at = now() - interval '2 minutes' where created_by is null`;
    await becomeRole(tx, "user");
    return { delivered, deleted, shown, ended: await own(tx) };
  });
  expect(found.delivered).toMatchObject([
    { status: "ready", trip_id: expect.any(String), share_id: expect.any(String) },
  ]);
  expect(found.deleted).toMatchObject([{ trip_id: null, share_id: found.delivered[0]!.share_id }]);
  expect(found.shown).toEqual({ share_id: found.delivered[0]!.share_id });
  expect(found.ended).toMatchObject([{ share_id: null }]);
});

describe("own_payments()", () => {
  async function addRegistration(tx: TransactionSql, status: string): Promise<string> {
    const { event, type } = await makeKind(tx, { price: 5000 });
    const [row] = await tx<{ id: string }[]>`
      insert into public.event_registrations (code, event_id, type_id, user_id, full_name, email, status, price_cents, held_until)
      values ('ABCDEFGH', ${event}, ${type}, ${ID_OF.user}, 'Ana', 'ana@example.org', ${status}, 5000, now() + interval '1 hour') returning id`;
    return row!.id;
  }
  const listed = async (tx: TransactionSql) => [
    ...(await tx`select registration_id, amount_cents, method, status from public.own_payments()`),
  ];

  it("lists a registration that waits for its payment", async () => {
    const [id, rows] = await asOwner(async (tx) => {
      const registration = await addRegistration(tx, "awaiting_payment");
      await becomeRole(tx, "user");
      return [registration, await listed(tx)] as const;
    });
    expect(rows).toEqual([{ registration_id: id, amount_cents: 5000, method: null, status: "open" }]);
  });

  it("lists its payments instead, for the account of the registration only", async () => {
    const result = await asOwner(async (tx) => {
      const registration = await addRegistration(tx, "confirmed");
      await tx`
        insert into public.payments (subject_type, subject_id, method, provider, amount_cents, status, paid_at)
        values ('registration', ${registration}, 'pix', 'pix', 5000, 'paid', now())`;
      await becomeRole(tx, "user");
      const mine = await listed(tx);
      await becomeRole(tx, "superadministrador");
      return { mine, other: await listed(tx) };
    });
    expect(result.mine).toMatchObject([{ amount_cents: 5000, method: "pix", status: "paid" }]);
    expect(result.other).toEqual([]);
  });

  it("lists no free registration and none that was cancelled before a payment", async () => {
    const rows = await asOwner(async (tx) => {
      await addRegistration(tx, "cancelled");
      await becomeRole(tx, "user");
      return listed(tx);
    });
    expect(rows).toEqual([]);
  });
});
