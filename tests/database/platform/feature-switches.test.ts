import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { asRole } from "../as-role";
import { ACTORS } from "../actors";

const FUNCTIONS = [
  [
    "place_requests",
    "submit_service_request",
    {
      kind: "new",
      state_abbr: "SC",
      name: "Oficina",
      category_key: "workshop",
      requester_name: "Ana",
      requester_email: "ana@example.org",
    },
  ],
  [
    "trip_panel_requests",
    "submit_trip_panel_request",
    {
      name: "Ana",
      email: "ana@example.org",
      delivery_kind: "digital",
      origin: "Lages",
      destination: "Urubici",
      consent: true,
    },
  ],
  ["reviews", "submit_app_review", { rating: 5 }],
] as const;

const store = (feature: string, value: string) => (tx: TransactionSql) =>
  tx`
  insert into public.app_settings (key, value, is_public) values (${`feature_${feature}`}, ${value}, true)
  on conflict (key) do update set value = excluded.value`;
const none = (tx: TransactionSql) => tx`delete from public.app_settings where key like 'feature\\_%'`;

describe.each(FUNCTIONS)("feature flag of %s", (feature, name, payload) => {
  const submit = (tx: TransactionSql) => tx`select from ${tx(`public`)}.${tx(name)}(${tx.json(payload)})`;
  const asked = (actor: (typeof ACTORS)[number], arrange: (tx: TransactionSql) => Promise<unknown>) =>
    asRole(actor, arrange, async (tx) => (await submit(tx)).count);

  it.each(["anon", "user"] as const)(
    "allows %s when no flag is stored, when it is on, and when other flags are off",
    async (actor) => {
      expect(await asked(actor, none)).toBe(1);
      expect(await asked(actor, store(feature, "true"))).toBe(1);
      expect(
        await asked(actor, async (tx) => {
          await none(tx);
          for (const [other] of FUNCTIONS) if (other !== feature) await store(other, "false")(tx);
        }),
      ).toBe(1);
    },
  );

  it.each(ACTORS)("refuses %s", async (actor) => {
    await expect(asked(actor, store(feature, "false"))).rejects.toThrow("feature_off");
  });
});
