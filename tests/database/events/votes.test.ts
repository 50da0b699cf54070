import type { TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY } from "../actors";
import { asOwner, asRole, callAs, sql } from "../as-role";
import { keyOf } from "../outcomes";
import { addEntrant, addMeeting } from "./certificate-rows";

type Voted = { outcome: "saved"; is_first: boolean } | { outcome: "refused"; reason: string };
/** `counted`, `changed` or why the vote was refused. */
const answerOf = (voted: Voted) =>
  voted.outcome === "refused" ? voted.reason : voted.is_first ? "counted" : "changed";
const vote = async (
  tx: TransactionSql | typeof sql,
  vehicle: string,
  registration: string | null,
  { version = 1, link = null }: { version?: number; link?: string | null } = {},
) =>
  answerOf(
    (
      await tx<{ answer: Voted }[]>`
        select public.cast_vote(${vehicle}, ${link}, ${registration}, ${registration && version}) as answer`
    )[0]!.answer,
  );

async function addVote(tx: TransactionSql) {
  const meeting = await addMeeting(tx);
  const { vehicle } = await addEntrant(tx, meeting);
  await vote(tx, vehicle, (await addEntrant(tx, meeting)).registration);
}

describeAccess("event_votes", addVote, [
  ["select", NOBODY, "select 1 from public.event_votes"],
  ["insert", NOBODY, "insert into public.event_votes select * from public.event_votes", addVote],
  ["update", NOBODY, "update public.event_votes set created_at = now()"],
  ["delete", NOBODY, "delete from public.event_votes"],
]);

describe("cast_vote", () => {
  it("counts one vote per ticket, which can move to another car", async () => {
    const found = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [one, two] = [await addEntrant(tx, meeting), await addEntrant(tx, meeting)];
      const { registration } = await addEntrant(tx, meeting);
      const answers = [await vote(tx, one.vehicle, registration), await vote(tx, two.vehicle, registration)];
      return { answers, stored: [...(await tx`select vehicle_id from public.event_votes`)], car: two.vehicle };
    });
    expect(found.answers).toEqual(["counted", "changed"]);
    expect(found.stored).toEqual([{ vehicle_id: found.car }]);
  });

  it("needs an entry or a confirmed address", async () => {
    const answers = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const { vehicle } = await addEntrant(tx, meeting);
      const { registration } = await addEntrant(tx, meeting);
      await tx`update public.event_registrations set email_confirmed_at = null where id = ${registration}`;
      await tx`update public.event_checkins set undone_at = now() where registration_id = ${registration}`;
      const undone = await vote(tx, vehicle, registration);
      await tx`update public.event_checkins set undone_at = null where registration_id = ${registration}`;
      return [undone, await vote(tx, vehicle, registration)];
    });
    expect(answers).toEqual(["not_entered", "counted"]);
  });

  it("refuses the own car of a ticket", async () => {
    const answer = await asOwner(async (tx) => {
      const { vehicle, registration } = await addEntrant(tx, await addMeeting(tx));
      return vote(tx, vehicle, registration);
    });
    expect(answer).toBe("own_car");
  });

  it("refuses the code of a badge that was replaced", async () => {
    const answers = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [car, voter] = [await addEntrant(tx, meeting), await addEntrant(tx, meeting)];
      await tx`update public.event_registrations set badge_version = 2 where id = ${voter.registration}`;
      return [
        await vote(tx, car.vehicle, voter.registration),
        await vote(tx, car.vehicle, voter.registration, { version: 2 }),
      ];
    });
    expect(answers).toEqual(["replaced_badge", "counted"]);
  });

  it("takes the link of a badge until it is revoked", async () => {
    const answers = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [car, voter] = [await addEntrant(tx, meeting), await addEntrant(tx, meeting)];
      const link = "v".repeat(43);
      await tx`
        insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
        values (${voter.registration}, 'badge', 1, private.token_hash(${link}), now() + interval '1 day')`;
      const first = await vote(tx, car.vehicle, null, { link });
      await tx`update public.registration_links set revoked_at = now()`;
      return [first, await vote(tx, car.vehicle, null, { link }), await vote(tx, car.vehicle, null, { link: "" })];
    });
    expect(answers).toEqual(["counted", "unknown_ticket", "unknown_ticket"]);
  });

  it.each(["pending", "waitlisted", "cancelled", "rejected", "expired"])(
    "refuses a ticket that is %s",
    async (status) => {
      const answer = await asOwner(async (tx) => {
        const meeting = await addMeeting(tx);
        const { vehicle } = await addEntrant(tx, meeting);
        const ticket = await addEntrant(tx, meeting);
        await tx`update public.event_registrations set status = ${status}, waiting_since = now() where id = ${ticket.registration}`;
        return vote(tx, vehicle, ticket.registration);
      });
      expect(answer).toBe("unknown_ticket");
    },
  );

  it("refuses the ticket of another event and a missing one", async () => {
    const answers = await asOwner(async (tx) => {
      const { vehicle } = await addEntrant(tx, await addMeeting(tx));
      const other = await addEntrant(tx, await addMeeting(tx, { slug: "outro-encontro" }));
      return [
        await vote(tx, vehicle, other.registration),
        await vote(tx, vehicle, "00000000-0000-4000-8000-0000000000ff"),
        await vote(tx, vehicle, null),
      ];
    });
    expect(answers).toEqual(["other_event", "unknown_ticket", "unknown_ticket"]);
  });

  it.each([
    ["not_open", [1, 2]],
    ["closed", [-2, -1]],
    ["not_open", null],
  ] as const)("answers %s outside the time of voting", async (expected, votes) => {
    const answer = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx, { votes });
      const { vehicle } = await addEntrant(tx, meeting);
      return vote(tx, vehicle, (await addEntrant(tx, meeting)).registration);
    });
    expect(answer).toBe(expected);
  });

  it("refuses a car whose registration is not confirmed or not an exhibitor", async () => {
    const answers = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [waiting, voter] = [await addEntrant(tx, meeting, { status: "pending" }), await addEntrant(tx, meeting)];
      const first = await vote(tx, waiting.vehicle, voter.registration);
      await tx`update public.event_registration_types set kind = 'publico' where id = ${meeting.type}`;
      return [first, await vote(tx, voter.vehicle, voter.registration)];
    });
    expect(answers).toEqual(["unknown_car", "unknown_car"]);
  });

  it.each(["anon", "user", "superadministrador"] as const)("is not open to %s without the server", async (actor) => {
    const call = asRole(actor, (tx) =>
      vote(tx, "00000000-0000-4000-8000-0000000000ff", "00000000-0000-4000-8000-0000000000fe"),
    );
    await expect(call).rejects.toMatchObject({ code: "42501" });
  });
});

describe("the same ticket twenty times at the same moment", () => {
  const slug = "corrida-de-votos";
  afterAll(async () => {
    const url = process.env.TEST_DATABASE_URL!;
    const { default: postgres } = await import("postgres");
    const owner = postgres(url, { max: 1 });
    await owner`delete from public.event_votes where event_id in (select id from public.events where slug = ${slug})`;
    await owner`delete from public.event_registrations where event_id in (select id from public.events where slug = ${slug})`;
    await owner`delete from public.events where slug = ${slug}`;
    await owner.end();
  });

  it("is counted once", async () => {
    const { default: postgres } = await import("postgres");
    const many = postgres(process.env.TEST_DATABASE_URL!, { max: 10, onnotice: () => {} });
    const meeting = await addMeeting(many, { slug });
    const [one, two] = [await addEntrant(many, meeting), await addEntrant(many, meeting)];
    const { registration } = await addEntrant(many, meeting);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => vote(many, index % 2 ? one.vehicle : two.vehicle, registration)),
    );
    const [row] = await many`select count(*)::int as votes from public.event_votes where event_id = ${meeting.event}`;
    await many.end();
    expect(answers.filter((answer) => answer === "counted")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "changed")).toHaveLength(19);
    expect(row!.votes).toBe(1);
  });
});

describe("the result", () => {
  const result = async (tx: TransactionSql, event: string) =>
    (await tx<{ result: Record<string, unknown> }[]>`select public.vote_result(${event}) as result`)[0]!.result;
  const own = (tx: TransactionSql, event: string) =>
    tx`update public.events set organizer_id = ${ID_OF.another_user} where id = ${event}`;
  const ownResult = (tx: TransactionSql, event: string) =>
    callAs(tx, "another_user", async (as) => {
      const rows = as<{ result: Record<string, unknown> }[]>`select public.event_vote_result(${event}) as result`;
      return (await rows)[0]!.result;
    });
  const publish = (tx: TransactionSql, event: string, isPublished = true) =>
    callAs(tx, "another_user", (as) =>
      keyOf(as`select public.publish_vote_result(${event}, ${isPublished}) as answer`),
    );

  it("is public when the organiser published it after voting closed, without plate and owner", async () => {
    const found = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      const [one, two, three] = [
        await addEntrant(tx, meeting),
        await addEntrant(tx, meeting),
        await addEntrant(tx, meeting),
      ];
      await tx`update public.registration_vehicles set model = 'Brasília' where id = ${two.vehicle}`;
      await vote(tx, one.vehicle, two.registration);
      await vote(tx, one.vehicle, three.registration);
      await vote(tx, two.vehicle, one.registration);
      const open = await result(tx, meeting.event);
      await own(tx, meeting.event);
      const early = await publish(tx, meeting.event);
      const whileOpen = await ownResult(tx, meeting.event);
      await tx`update public.events set votes_open_at = now() - interval '2 hours', votes_close_at = now() - interval '1 hour' where id = ${meeting.event}`;
      const [closed, seen] = [await result(tx, meeting.event), await ownResult(tx, meeting.event)];
      const saved = await publish(tx, meeting.event);
      const published = await result(tx, meeting.event);
      await publish(tx, meeting.event, false);
      return { open, early, whileOpen, closed, seen, saved, published, withdrawn: await result(tx, meeting.event) };
    });
    expect(found.open).toMatchObject({ state: "open", votes: null, cars: null, classes: null });
    expect(found.early).toBe("not_closed");
    expect(found.whileOpen).toMatchObject({ state: "open", votes: null, cars: null });
    expect(found.closed).toMatchObject({ state: "closed", is_published: false, votes: null, cars: null });
    expect(found.seen).toMatchObject({ state: "closed", is_published: false, votes: 3 });
    expect(found.saved).toBe("saved");
    expect(found.withdrawn).toEqual(found.closed);
    expect(found.published).toMatchObject({
      state: "closed",
      is_published: true,
      votes: 3,
      cars: [
        { name: "Volkswagen Fusca", year: 1968, votes: 2, place: 1 },
        { name: "Volkswagen Brasília", year: 1968, votes: 1, place: 2 },
      ],
    });
    expect(JSON.stringify(found)).not.toMatch(/ABC1D23|Ana/);
  });

  it("ranks the cars of each class that the event offers, and no class that people wrote", async () => {
    const found = await asOwner(async (tx) => {
      const meeting = await addMeeting(tx);
      await tx`update public.event_registration_types set classes = '{Originais,Modificados}' where id = ${meeting.type}`;
      const cars = [await addEntrant(tx, meeting), await addEntrant(tx, meeting), await addEntrant(tx, meeting)];
      for (const [index, name] of ["Modificados", "Originais", "Minha classe"].entries())
        await tx`update public.registration_vehicles set class_name = ${name}, model = ${name} where id = ${cars[index]!.vehicle}`;
      for (const [index, chosen] of [1, 0, 0].entries())
        await vote(tx, cars[chosen]!.vehicle, cars[index]!.registration);
      const extra = await addEntrant(tx, meeting);
      await vote(tx, cars[2]!.vehicle, extra.registration);
      await own(tx, meeting.event);
      await tx`update public.events set votes_open_at = now() - interval '2 hours', votes_close_at = now() - interval '1 hour' where id = ${meeting.event}`;
      return ownResult(tx, meeting.event);
    });
    expect(found).toMatchObject({
      votes: 4,
      cars: [{ votes: 2, place: 1 }, { place: 2 }, { place: 2 }],
      classes: [
        { name: "Originais", cars: [{ name: "Volkswagen Originais", votes: 1, place: 1 }] },
        { name: "Modificados", cars: [{ name: "Volkswagen Modificados", votes: 2, place: 1 }] },
      ],
    });
  });

  it("is empty for an event that visitors do not see", async () => {
    const answer = await asRole(
      "anon",
      (tx) =>
        tx`select public.vote_result(id) as result from (select '00000000-0000-4000-8000-0000000000ff'::uuid as id) as missing`,
    );
    expect(answer[0]!.result).toBeNull();
  });
});

describe("the page of an event whose voting closed", () => {
  const expired = (tx: TransactionSql) => tx`select tags from private.expired_tags where source is null`;

  it("is made fresh once", async () => {
    const found = await asOwner(async (tx) => {
      await addMeeting(tx, { votes: [-2, -1] });
      await tx`delete from private.expired_tags`;
      await tx`update private.publication set events_until = now() - interval '2 hours'`;
      await tx`select private.publish_due_events()`;
      const first = [...(await expired(tx))];
      await tx`delete from private.expired_tags`;
      await tx`select private.publish_due_events()`;
      return { first, second: [...(await expired(tx))] };
    });
    expect(found).toEqual({ first: [{ tags: ["events:SC"] }], second: [] });
  });

  it("is not expired while voting is open", async () => {
    const found = await asOwner(async (tx) => {
      await addMeeting(tx);
      // Voting at the example event opens when the database is seeded.
      await tx`update public.events set votes_open_at = null, votes_close_at = null where is_demo`;
      await tx`delete from private.expired_tags`;
      await tx`update private.publication set events_until = now() - interval '1 minute'`;
      await tx`select private.publish_due_events()`;
      return [...(await expired(tx))];
    });
    expect(found).toEqual([]);
  });
});
