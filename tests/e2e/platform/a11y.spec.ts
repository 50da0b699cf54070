import AxeBuilder from "@axe-core/playwright";
import type { Role } from "../../../lib/platform/auth/permissions";
import { expect, test, type Page } from "../support/test";

const PAGES: readonly [path: string, role?: Role][] = [
  ["/"],
  ["/home"],
  ["/blog"],
  ["/sc/blog/idade-do-pneu-codigo-dot"],
  ["/sc/home"],
  ["/sc/regioes"],
  ["/sc/rota/serra-do-rio-do-rastro"],
  ["/sobre"],
  ["/como-funciona"],
  ["/politica-de-privacidade"],
  ["/direitos-autorais"],
  ["/dados-abertos"],
  ["/checklist-viagem"],
  ["/gerar-qrcode"],
  ["/revista-digital"],
  ["/revista-digital/edicao-1"],
  ["/avaliar-app"],
  ["/enviar-avaliacao"],
  ["/anuncie-aqui"],
  ["/solicitar-painel-viagem"],
  ["/sc/cadastro"],
  ["/busca?q=serra"],
  ["/radio"],
  ["/login"],
  ["/register-user"],
  ["/painel", "user"],
  ["/admin", "superadministrador"],
];

/** The rules that can give another result in another theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"] as const;

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** The serious violations of the shown page. Legacy mode checks in the page itself, which is complete because no page has frames. */
async function seriousViolations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await expect(page.locator("iframe")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Selectors of the elements that pass take longer than all checks together.
    .options({ resultTypes: ["violations"], ...(rules.length > 0 && { runOnly: [...rules] }) })
    .analyze();
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`);
}

for (const [path, role] of PAGES) {
  test(`${path} has no serious accessibility violations in either theme`, async ({ page, signIn }) => {
    if (role) await signIn(role);
    for (const [theme, rules] of [["dark"], ["light", COLOR_RULES]] as const) {
      await test.step(`in the ${theme} theme`, async () => {
        await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
        await page.goto(path);
        await expect(page.locator("html")).toHaveClass(new RegExp(`\\b${theme}\\b`));
        await expect(page).toHaveURL(path);
        expect(await seriousViolations(page, rules)).toEqual([]);
      });
    }
  });
}
