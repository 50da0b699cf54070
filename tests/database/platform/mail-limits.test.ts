import { readdirSync, readFileSync } from "node:fs";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { MAIL_GROUPS } from "@/lib/panel/health/schema";
import { AUTH_MAIL_LIMIT } from "@/supabase/local/auth-limits";
import { readProjectConfig } from "@/supabase/local/config";
import messages from "@/messages/pt-BR/platform/mails.json";
import { ID_OF } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { newEmail, service, signedInUser, variable, visitor } from "../auth-client";

type Limit = { mail_group: string; per_hour: number; per_day: number };
const limitsOf = () => sql<Limit[]>`select mail_group, per_hour, per_day from private.mail_limits order by mail_group`;

type Released = { id: string; in_minutes: number };
async function release(tx: TransactionSql, mails: { to: string; template: string }[]): Promise<Released[]> {
  const given = mails.map((mail, place) => ({
    id: `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`,
    ...mail,
  }));
  return tx<Released[]>`
    select id, round(extract(epoch from start_after - now()) / 60)::int as in_minutes
    from private.release_mails(${tx.json(given)}) order by start_after, id`;
}
const many = (count: number, template: string, to = "alvo@example.org") =>
  Array.from({ length: count }, () => ({ to, template }));
const minutesOf = (released: Released[]) => released.map(({ in_minutes: minutes }) => minutes);

/** Words of messages/<locale>/mails.json that are no templates. */
const OTHER_TEXTS = ["footer", "reader", "end"];
const templates = Object.keys(messages).filter((name) => !OTHER_TEXTS.includes(name));

describe("every kind of mail has a limit per recipient", () => {
  it("lists each template of messages/<locale>/mails.json", async () => {
    const rows = await sql<{ template: string }[]>`select template from private.mail_kinds`;
    const kinds = new Set(rows.map(({ template }) => template));
    expect(templates.filter((template) => !kinds.has(template))).toEqual([]);
  });

  it("has no template in the code that is missing in messages/<locale>/mails.json", async () => {
    const functions = await sql<{ name: string; source: string }[]>`
      select proname as name, prosrc as source from pg_proc
      where pronamespace = 'private'::regnamespace and prosrc ~ 'enqueue_mail|mail_registration|mail_client|mail_place_owners|mail_event_owners'`;
    const calls =
      /(?:enqueue_mail|mail_registration|mail_client|mail_place_owners|mail_event_owners)\([^']*?'([a-z]+_[a-z_]+)'/g;
    const named = functions.flatMap(({ source }) => [...source.matchAll(calls)].map(([, template]) => template!));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((template) => !templates.includes(template))).toEqual([]);
  });

  it("declares the limits of all groups", async () => {
    expect((await limitsOf()).map(({ mail_group: group }) => group)).toEqual(MAIL_GROUPS.toSorted());
    expect(await limitsOf()).toContainEqual({ mail_group: "registration_request", per_hour: 3, per_day: 12 });
  });

  it("lets mails leave the outbox only through the limit", () => {
    const jobs = readdirSync("supabase/jobs").filter((file) => file.endsWith(".ts"));
    const senders = jobs.filter((file) =>
      readFileSync(`supabase/jobs/${file}`, "utf8").includes("delete from private.outbox"),
    );
    expect(senders).toEqual(["outbox.ts"]);
  });
});

describe("the limit per recipient", () => {
  it("delays the mails above the limit of an hour and drops those above the limit of a day", async () => {
    const released = await asOwner((tx) => release(tx, many(15, "registration_received")));
    expect(minutesOf(released)).toEqual([0, 0, 0, 60, 60, 60, 120, 120, 120, 180, 180, 180]);
  });

  it("counts all templates of a group and all spellings of an address together, but not other addresses", async () => {
    const released = await asOwner((tx) =>
      release(tx, [
        ...many(2, "registration_received"),
        ...many(2, "registration_to_pay", "Alvo@Example.org"),
        ...many(2, "registration_received", "outra@example.org"),
      ]),
    );
    expect(minutesOf(released)).toEqual([0, 0, 0, 0, 0, 60]);
  });

  it("keeps the groups apart, so that strangers do not use up the mails about an account", async () => {
    const released = await asOwner((tx) =>
      release(tx, [...many(20, "registration_received"), ...many(2, "account_taken")]),
    );
    expect(released.filter(({ id }) => Number(id.slice(-2)) >= 20).map(({ in_minutes: minutes }) => minutes)).toEqual([
      0, 0,
    ]);
  });

  it("is four times as high for an address that an account has confirmed", async () => {
    const released = await asOwner(async (tx) => {
      const [account] = await tx<{ email: string }[]>`
        update auth.users set email = 'dona@example.org' where id = ${ID_OF.user} returning email`;
      await tx`update public.profiles set email_verified_at = now() where id = ${ID_OF.user}`;
      return release(tx, many(13, "registration_received", account!.email));
    });
    expect(minutesOf(released)).toEqual([...Array.from({ length: 12 }, () => 0), 60]);
  });

  it("is low for a template without a declared group", async () => {
    const released = await asOwner((tx) => release(tx, many(4, "new_template")));
    expect(minutesOf(released)).toEqual([0, 0, 0, 60]);
  });

  it("no longer counts the mails after a day", async () => {
    const released = await asOwner(async (tx) => {
      await release(tx, many(12, "registration_received"));
      await tx`update private.mail_recipients set sent = array(select moment - interval '28 hours' from unnest(sent) as moment)`;
      return release(tx, many(1, "registration_received"));
    });
    expect(minutesOf(released)).toEqual([0]);
  });

  it("stores no address", async () => {
    const rows = await asOwner(async (tx) => {
      await release(tx, many(1, "registration_received"));
      return tx`select * from private.mail_recipients`;
    });
    expect(JSON.stringify(rows)).not.toContain("alvo");
  });

  it("shows delayed and dropped mails per day to readers of the health page", async () => {
    const [row] = await asRole(
      "superadministrador",
      (tx) => release(tx, many(15, "registration_received")),
      (tx) => tx<{ days: object[] }[]>`select public.limited_mail_days() as days`,
    );
    expect(row!.days).toMatchObject([{ mail_group: "registration_request", delayed: 9, dropped: 3 }]);
  });

  it("never raises an error in the change that a mail is about", async () => {
    const queued = await asOwner(async (tx) => {
      for (let mail = 0; mail < 30; mail += 1)
        await tx`select private.enqueue_mail('alvo@example.org', 'registration_received')`;
      return tx`select 1 from private.outbox where data ->> 'to' = 'alvo@example.org'`;
    });
    expect(queued).toHaveLength(30);
  });
});

describe("the auth server", () => {
  const mailsTo = async (address: string) => {
    const mails = (await (await fetch(`${variable("TEST_MAILBOX_URL")}.json`)).json()) as { to: string }[];
    return mails.filter(({ to }) => to === address).length;
  };
  const LIMITED: Record<string, (address: string) => Promise<unknown>> = {
    confirmation: (email) => visitor().auth.signUp({ email, password: "Estrada-longa-9" }),
    magic_link: (email) => visitor().auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
    recovery: (email) => visitor().auth.resetPasswordForEmail(email),
    email_change: async (email) => (await signedInUser()).client.auth.updateUser({ email }),
  };

  it("sends mails of four templates; an invitation is in the configuration for the official CLI only", () => {
    const configured = Object.keys(readProjectConfig().auth.email.template);
    expect(configured.toSorted()).toEqual([...Object.keys(LIMITED), "invite"].toSorted());
    expect(readdirSync("supabase/templates").map((file) => file.replace(".html", ""))).toEqual(configured.toSorted());
  });

  it.each(Object.keys(LIMITED))("sends at most six mails in a quarter of an hour to one address: %s", async (kind) => {
    const email = newEmail();
    if (kind === "magic_link" || kind === "recovery")
      await service.auth.admin.createUser({ email, password: "Estrada-longa-9", email_confirm: true });
    for (let attempt = 0; attempt < AUTH_MAIL_LIMIT.points + 2; attempt += 1) await LIMITED[kind]!(email);
    const sent = await mailsTo(email);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThanOrEqual(AUTH_MAIL_LIMIT.points);
  });
});
