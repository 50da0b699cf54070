import { ROLES, type Role } from "../../../lib/platform/auth/permissions";
import { openAlive, toast } from "../support/page";
import { GUARDED_ROUTES, type GuardedRoute } from "../support/routes";
import { expect, test, type Page } from "../support/test";

const TEXT: Record<string, string> = {
  "access.denied": "Você não tem permissão para acessar esta página.",
  "access.permission": "Você não tem permissão para acessar esta funcionalidade.",
};

/** One address of each guarded area, and the link of the public pages that leads to it, where there is one. */
const AREAS: readonly [path: string, link?: string][] = [
  ["/admin", "Administração"],
  ["/publicar-evento", "Publicar evento"],
  ["/planejador-rota", "Planejador de rota"],
  ["/diario-de-bordo", "Diário"],
  ["/painel"],
  ["/eventos/checkin-externo"],
  ["/vendedor/dashboard"],
  ["/vendedor/nova-venda"],
  ["/admin/blog"],
  ["/admin/analytics"],
  ["/admin/financials"],
  ["/admin/permissions"],
];

const routeOf = (path: string): GuardedRoute => GUARDED_ROUTES.find((route) => route.path === path)!;

/** Follows a link inside the app: by a click, or by the router that next/link uses where no public page has the link. */
async function follow(page: Page, path: string, link?: string): Promise<void> {
  if (link) return page.getByRole("link", { name: link, exact: true }).filter({ visible: true }).first().click();
  await page.evaluate(
    (target) => (window as unknown as { next: { router: { push(to: string): void } } }).next.router.push(target),
    path,
  );
}

function landingOf(role: Role | null, { path, login, refusals }: GuardedRoute): string {
  if (!role) return `${login}?next=${encodeURIComponent(path)}`;
  return refusals[role]?.landing ?? path;
}

/** The first area of each outcome for a role, by a link and by the router; guards.spec.ts requests all areas. */
function areasOf(role: Role | null): typeof AREAS {
  const outcomeOf = ([path, link]: (typeof AREAS)[number]) => {
    const { login, refusals } = routeOf(path);
    const refusal = role && refusals[role];
    const outcome = refusal ? `${refusal.flash} ${refusal.landing}` : role ? "opens" : login;
    return `${outcome} ${link !== undefined}`;
  };
  const outcomes = AREAS.map(outcomeOf);
  return AREAS.filter((_, index) => outcomes.indexOf(outcomes[index]!) === index);
}

for (const role of [null, ...ROLES]) {
  test(`a click from a public page to guarded areas, as ${role ?? "a visitor"}`, async ({ page, signIn }) => {
    test.slow();
    if (role) await signIn(role);
    for (const [path, link] of areasOf(role)) {
      await test.step(path, async () => {
        const route = routeOf(path);
        await openAlive(page, "/sobre");
        await follow(page, path, link);
        await expect(page).toHaveURL(landingOf(role, route));
        const refusal = role && route.refusals[role];
        if (refusal) await expect(toast(page, "Acesso Negado")).toContainText(TEXT[refusal.flash]!);
        else await expect(toast(page, "Acesso Negado")).toHaveCount(0);
      });
    }
  });
}

test("a click that leads back to the same page shows the notice each time and no overlay", async ({ page, signIn }) => {
  await signIn("user");
  await openAlive(page, "/home");
  for (const round of [1, 2]) {
    const counted = page.waitForResponse("**/api/page-views");
    await follow(page, "/admin", "Administração");
    await expect(toast(page, "Acesso Negado"), String(round)).toBeVisible();
    await expect(page).toHaveURL("/home");
    await expect(page.locator("#page-loading")).toBeHidden();
    await counted;
  }
});

test("a link back to the same sign-in page does not leave the overlay open", async ({ page }) => {
  await openAlive(page, "/login");
  await page.getByRole("contentinfo").getByRole("link", { name: "Publicar evento" }).click();
  await expect(page).toHaveURL("/login?next=%2Fpublicar-evento");
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(2000);
  await expect(page.locator("#page-loading")).toBeHidden();
});
