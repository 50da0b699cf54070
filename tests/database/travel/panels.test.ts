import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ADMINS_UP, ID_OF, NOBODY, type Actor } from "../actors";
import { asOwner, asRole, becomeRole, callAs, sql } from "../as-role";
import { addPanelTrip, addRequest, copiesOf, deliver, REQUEST, reopen, savePanel } from "./panel-rows";
import { hashOf, planOf, ROUTE, save, TOKEN } from "./rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { GONE, refused } from "../outcomes";

const isManager = (actor: Actor) => ADMINS_UP.some((one) => one === actor);

/** Delivers the trip as the owner of the database, who has no permission: writes what the function writes. */
async function addDelivered(tx: TransactionSql): Promise<void> {
  await addPanelTrip(tx);
  await callAs(tx, "admin", () => deliver(tx));
}

const stateOf = async (tx: TransactionSql) => {
  await tx`reset role`;
  const [row] = await tx<{ state: string }[]>`select public.trip_share_state(${TOKEN}) as state`;
  return row!.state;
};

/** Enqueues the due mails; now() is constant in a transaction, so the decision is moved into the past. */
async function passTwoMinutes(tx: TransactionSql): Promise<void> {
  await tx`reset role`;
  await tx`update public.trip_panel_requests set decided_at = now() - interval '3 minutes' where id = ${REQUEST}`;
  await tx`select private.answer_requests()`;
}

describeAccess("trips of applications", addPanelTrip, [
  ["select", ADMINS_UP, (tx) => tx`select id from public.trips where request_id = ${REQUEST}`],
  [
    "select after the delivery",
    ADMINS_UP,
    (tx) => tx`select id from public.trips where request_id = ${REQUEST}`,
    addDelivered,
  ],
  [
    "select the delivered copy",
    ["user"],
    (tx) => tx`select id from public.trips where delivered_request_id = ${REQUEST}`,
    addDelivered,
  ],
  ["select the link", ADMINS_UP, "select id from public.trip_shares where created_by is null", addDelivered],
  ["update", NOBODY, (tx) => tx`update public.trips set title = 'x' where request_id = ${REQUEST}`],
  ["delete", NOBODY, (tx) => tx`delete from public.trips where request_id = ${REQUEST}`],
]);

describe.each(ACTORS)("%s", (actor) => {
  const can = isManager(actor);
  const attempt = (run: (tx: TransactionSql) => Promise<{ outcome: string }>) =>
    asRole(actor, addPanelTrip, (tx) =>
      run(tx).then(
        ({ outcome }) => outcome,
        ({ code }: { code: string }) => code,
      ),
    );

  it(`${can ? "saves" : "cannot save"} the trip of an application`, async () => {
    expect(await attempt((tx) => savePanel(tx, 1))).toBe(can ? "saved" : "42501");
  });

  it(`${can ? "delivers" : "cannot deliver"} it`, async () => {
    expect(await attempt((tx) => deliver(tx))).toBe(can ? "saved" : "42501");
  });

  it("cannot save, delete or share it as an own trip", async () => {
    const answers = await asRole(actor, addPanelTrip, async (tx) => {
      await tx`reset role`;
      const [row] = await tx<{ id: string }[]>`select id from public.trips where request_id = ${REQUEST}`;
      await becomeRole(tx, actor);
      if (actor === "anon") return null;
      const [other] = await tx`
          select public.set_trip_deleted(${row!.id}, true) as deleted,
            public.share_trip(gen_random_uuid(), ${row!.id}, ${hashOf("x")}, 'edit', 30, '{}') as shared`;
      return [outcomeKey(await save(tx, { id: row!.id, version: 1 })), other!.deleted.outcome, other!.shared.outcome];
    });
    expect(answers).toEqual(actor === "anon" ? null : ["forbidden", "gone", "gone"]);
  });
});

describe("save_requested_trip()", () => {
  it("stores one trip per application and takes it into preparation", async () => {
    const result = await asRole("admin", addRequest, async (tx) => {
      const answers = [await savePanel(tx, null), await savePanel(tx, null), await savePanel(tx, null, "Outra")];
      await tx`reset role`;
      return {
        answers: answers.map(({ outcome, version }) => [outcome, version]),
        trips: [...(await tx`select owner_id, title from public.trips where request_id = ${REQUEST}`)],
        request: (await tx`select status, decided_by from public.trip_panel_requests where id = ${REQUEST}`)[0],
      };
    });
    expect(result.answers).toEqual([
      ["saved", 1],
      ["saved", 1],
      ["conflict", undefined],
    ]);
    expect(result.trips).toEqual([{ owner_id: null, title: "Nova" }]);
    expect(result.request).toEqual({ status: "in_progress", decided_by: ID_OF.admin });
  });

  it("answers the second of two colleagues with the stored trip", async () => {
    const second = await asRole("admin", addPanelTrip, async (tx) => {
      await savePanel(tx, 1, "A");
      return savePanel(tx, 1, "B");
    });
    expect(second).toMatchObject({ outcome: "conflict", theirs: { version: 2, plan: { title: "A" } } });
  });

  it("changes nothing after the delivery, and nothing of an application that does not exist", async () => {
    const answers = await asRole("admin", async (tx) => {
      const missing = await savePanel(tx, null);
      await tx`reset role`;
      await addDelivered(tx);
      await becomeRole(tx, "admin");
      return [missing, await savePanel(tx, 1)];
    });
    expect(answers).toEqual([GONE, refused("forbidden")]);
  });
});

describe("deliver_trip_panel()", () => {
  it("answers the application, makes a link and copies the trip into the account, once", async () => {
    const result = await asRole("admin", addPanelTrip, async (tx) => {
      const answers = [await deliver(tx), await deliver(tx, { token: "s".repeat(43) })];
      const copies = await copiesOf(tx);
      const shares = [...(await tx`select scope, created_by from public.trip_shares where created_by is null`)];
      const [request] = await tx`select status, status_note from public.trip_panel_requests where id = ${REQUEST}`;
      return { answers, copies, shares, request, state: await stateOf(tx) };
    });
    expect(result.answers).toMatchObject([
      { outcome: "saved", status: "ready", place: "account" },
      { outcome: "conflict", by: "admin", status: "ready" },
    ]);
    expect(result.copies).toEqual([{ title: "Serra", version: 1, plan: planOf("Serra"), route: ROUTE }]);
    expect(result.shares).toEqual([{ scope: "view", created_by: null }]);
    expect(result).toMatchObject({ request: { status: "ready", status_note: "Boa viagem" }, state: "open" });
  });

  it("two deliveries at the same time make one copy and one link", async () => {
    await sql.begin((tx) => addPanelTrip(tx));
    try {
      const outcomes = await Promise.all(
        [1, 2].map((number) =>
          sql.begin(async (tx) => {
            await becomeRole(tx, "admin");
            return (await deliver(tx, { token: String(number).repeat(43) })).outcome;
          }),
        ),
      );
      expect(outcomes.toSorted()).toEqual(["conflict", "saved"]);
      const [counts] = await sql`
        select (select count(*)::int from public.trips where delivered_request_id = ${REQUEST}) as copies,
          (select count(*)::int from public.trip_shares where created_by is null) as shares`;
      expect(counts).toEqual({ copies: 1, shares: 1 });
    } finally {
      await sql`delete from public.trips where delivered_request_id = ${REQUEST}`;
      await sql`delete from public.trip_panel_requests where id = ${REQUEST}`;
    }
  });

  it.each([
    ["an account with 200 trips gets the link only", "user", 200, "full", 0],
    ["a visitor gets the link only", null, 0, "link", 0],
  ] as const)("%s", async (_, owner, trips, place, copies) => {
    const result = await asRole(
      "admin",
      async (tx) => {
        await addPanelTrip(tx, { owner });
        await tx`
          insert into public.trips (id, owner_id, title, plan)
          select gen_random_uuid(), ${ID_OF.user}, 'x', ${tx.json(planOf("x"))} from generate_series(1, ${trips})`;
      },
      async (tx) => ({ answer: await deliver(tx), copies: await copiesOf(tx), state: await stateOf(tx) }),
    );
    expect(result.answer).toMatchObject({ outcome: "saved", place });
    expect([result.copies.length, result.state]).toEqual([copies, "open"]);
  });

  it("refuses a trip without its line, one that was changed meanwhile and an application without trip", async () => {
    const outcome = async (arrange: (tx: TransactionSql) => Promise<unknown>, version = 1) =>
      outcomeKey(await asRole("admin", arrange, (tx) => deliver(tx, { version })));
    expect(await outcome((tx) => addPanelTrip(tx, { route: null }))).toBe("trip_unfinished");
    expect(await outcome((tx) => addRequest(tx))).toBe("trip_unfinished");
    expect(await outcome((tx) => addPanelTrip(tx), 2)).toBe("trip_changed");
    expect(await outcome(async () => undefined)).toBe("gone");
  });

  it.each(["", "x".repeat(1001)])("refuses an answer of that length", async (answer) => {
    const attempt = asRole("admin", addPanelTrip, (tx) => deliver(tx, { answer }));
    await expect(attempt).rejects.toMatchObject({ message: "invalid" });
  });
});

describe("a delivery that is undone", () => {
  it("within two minutes ends the link, deletes the copy and sends nothing; it can be delivered again", async () => {
    const result = await asOwner(async (tx) => {
      await addDelivered(tx);
      await tx`delete from private.outbox where job = 'send-mail'`;
      await becomeRole(tx, "admin");
      const undone = await reopen(tx);
      const [copies, state] = [await copiesOf(tx), await stateOf(tx)];
      await passTwoMinutes(tx);
      const mails = await tx`select 1 from private.outbox where job = 'send-mail'`;
      await becomeRole(tx, "admin");
      const again = await deliver(tx, { token: "s".repeat(43) });
      return { undone, copies, state, mails: mails.count, again, after: (await copiesOf(tx)).length };
    });
    expect(result).toMatchObject({
      undone: { status: "received" },
      copies: [],
      state: "revoked",
      mails: 0,
      again: { outcome: "saved", place: "account" },
      after: 1,
    });
  });

  it.each(["later", "after the owner changed it"])("%s leaves the copy to its owner", async (when) => {
    const result = await asOwner(async (tx) => {
      await addDelivered(tx);
      if (when === "later") await passTwoMinutes(tx);
      else await tx`update public.trips set version = 2 where delivered_request_id = ${REQUEST}`;
      await becomeRole(tx, "admin");
      await reopen(tx);
      return [(await copiesOf(tx)).length, await stateOf(tx)];
    });
    expect(result).toEqual([1, "revoked"]);
  });

  it("cancelling a delivered application ends its link too", async () => {
    const state = await asOwner(async (tx) => {
      await addDelivered(tx);
      await becomeRole(tx, "admin");
      await tx`select public.decide_trip_panel_request(${REQUEST}, 'reject', 'Engano')`;
      return stateOf(tx);
    });
    expect(state).toBe("revoked");
  });
});

describe("the mail and the notice", () => {
  it.each(["pt-BR", "en-US", "es-419"])("are sent once in %s with the link of the trip", async (locale) => {
    const result = await asOwner(async (tx) => {
      await addPanelTrip(tx);
      await tx`update public.trip_panel_requests set locale = ${locale} where id = ${REQUEST}`;
      await tx`delete from private.outbox where job = 'send-mail'`;
      await becomeRole(tx, "admin");
      await deliver(tx);
      await passTwoMinutes(tx);
      await tx`select private.answer_requests()`;
      const [share] = await tx<{ id: string }[]>`select id from public.trip_shares where created_by is null`;
      const mails = await tx<{ mail: object }[]>`select data as mail from private.outbox where job = 'send-mail'`;
      const notices =
        await tx`select body, link from public.notifications where user_id = ${ID_OF.user} and created_at = now()`;
      return { share: share!.id, mails: mails.map(({ mail }) => mail), notices: [...notices] };
    });
    expect(result.mails).toMatchObject([
      { template: "trip_panel_answered", locale, data: { note: "Boa viagem", trip_share: result.share, url: "" } },
    ]);
    expect(JSON.stringify(result.mails)).not.toContain(TOKEN);
    expect(result.notices).toEqual([{ body: "Lages → Urubici", link: "/painel#pedidos" }]);
  });
});

it("the trip and its link are deleted with the application, the copy of the account is not", async () => {
  const result = await asOwner(async (tx) => {
    await addDelivered(tx);
    await tx`delete from public.trip_panel_requests where id = ${REQUEST}`;
    const [left] = await tx`
      select (select count(*)::int from public.trip_shares where created_by is null) as shares,
        (select count(*)::int from public.trips where owner_id is null) as panels,
        (select count(*)::int from public.trips where owner_id = ${ID_OF.user} and title = 'Serra') as copies`;
    return left;
  });
  expect(result).toEqual({ shares: 0, panels: 0, copies: 1 });
});

it("the link stays when the account that delivered it is deleted", async () => {
  const state = await asOwner(async (tx) => {
    await addDelivered(tx);
    await tx`delete from auth.users where id = ${ID_OF.admin}`;
    return stateOf(tx);
  });
  expect(state).toBe("open");
});
