import { randomUUID } from "node:crypto";
import { HISTORY_CACHE } from "../../../lib/platform/device-storage/rules";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { createAccount, deleteAccount } from "../support/own-account";
import { filesAreCached } from "../support/page";
import { expect } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

test("the garage and the log of a car can be read without a connection, and are gone after sign-out @phone", async ({
  page,
  context,
  siteProxy,
  sql,
}) => {
  const [account, vehicle] = [await createAccount(sql, "user"), randomUUID()];
  const kept = () =>
    page.evaluate(
      async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      HISTORY_CACHE,
    );
  try {
    await sql`
      insert into public.vehicles (id, owner_id, nickname, make, model)
      values (${vehicle}, ${account.id}, 'Fusca guardado', 'Volkswagen', 'Fusca')`;
    await sql`
      insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, title)
      values (gen_random_uuid(), ${vehicle}, ${account.id}, 'service', current_date - 3, 'Troca do platinado')`;
    await context.addCookies(account.session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
    await page.goto(`${siteProxy.url}/diario-de-bordo/${vehicle}`);
    const [garage, service] = ["/diario-de-bordo", `/diario-de-bordo/${vehicle}/manutencao`];
    await expect.poll(kept, { timeout: 60_000 }).toEqual(expect.arrayContaining([garage, service]));
    await filesAreCached(page, HISTORY_CACHE, [garage, service]);
    await siteProxy.stop();
    await page.goto(siteProxy.url + service);
    await expect(page.getByText("Troca do platinado")).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("Sem sinal: só leitura, como estava da última vez.")).toBeVisible();
    await context.setOffline(false);
    await page.goto(siteProxy.url + garage);
    await expect(page.getByText("Fusca guardado")).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("Sem sinal: só leitura, como estava da última vez.")).toBeVisible();
    await context.setOffline(false);
    await siteProxy.restart();
    await page.goto(`${siteProxy.url}/favoritos`);
    await page.getByRole("button", { name: "Minha conta" }).click();
    await page.getByRole("button", { name: "Sair da conta" }).click();
    await expect.poll(() => page.evaluate((name) => caches.has(name), HISTORY_CACHE)).toBe(false);
  } finally {
    await deleteAccount(sql, account);
  }
});
