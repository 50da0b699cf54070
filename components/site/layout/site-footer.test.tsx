// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { OWNER_SETTINGS, settingsSchema, withExamples } from "@/lib/platform/settings/schema";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string) => key,
  getLocale: async () => "pt-BR",
}));
vi.mock("next/navigation", () => ({ usePathname: () => "/home", useRouter: () => ({}) }));
vi.mock("./account-menu", () => ({ AccountMenu: () => null }));
vi.mock("../../geo/search/search-link", () => ({ SearchLink: () => null }));
vi.mock("./install-button", () => ({ InstallButton: () => null }));

const EMPTY = settingsSchema.parse({});
const LOCAL = "http://localhost:3000";
const PUBLIC = "https://portal.example.org";

const text = (element: Element) => element.textContent.trim();

async function rendered(stored: Record<string, string>, siteUrl: string) {
  const settings = withExamples(settingsSchema.parse(stored), siteUrl);
  const page = document.createElement("div");
  page.innerHTML =
    renderToStaticMarkup(await SiteHeader({ settings, state: null })) +
    renderToStaticMarkup(await SiteFooter({ settings, uf: null, featured: [] }));
  const external = [...page.querySelectorAll<HTMLAnchorElement>("a[target=_blank]")];
  return { page, external, headings: [...page.querySelectorAll("footer h2")].map(text) };
}

it("on a local address, every part of the specification is shown with a marked example", async () => {
  const { page, external } = await rendered({}, LOCAL);
  // The header twice: menu bar and mobile menu.
  expect(page.querySelectorAll("header a[target=_blank]")).toHaveLength(4);
  expect(page.querySelectorAll("footer a[target=_blank]")).toHaveLength(5);
  for (const link of external) {
    expect(new URL(link.href).hostname).toBe("example.com");
    expect(text(link)).toMatch(/example$/);
  }
  expect(page.querySelectorAll("footer figure")).toHaveLength(2);
  expect(page.querySelector("figure:last-child figcaption")?.textContent).toMatch(/example$/);
  const address = page.querySelector("address")!;
  expect(address.querySelector("a[href^='tel:']")).toBeNull();
  expect(address.querySelector("a")?.getAttribute("href")).toBe("mailto:contato@example.com");
  expect([...address.querySelectorAll("p")].map((line) => text(line).endsWith("example"))).toEqual([true, true]);
  expect(page.querySelector("footer > div:last-child")?.textContent).toMatch(/CNPJ a informarexample/);
});

it("on any other address, empty parts are left out with their headings", async () => {
  const { page, external, headings } = await rendered({}, PUBLIC);
  expect(external).toEqual([]);
  expect(page.textContent).not.toMatch(/example/);
  expect(page.querySelectorAll("footer figure")).toHaveLength(1);
  expect(page.querySelector("address")).toBeNull();
  expect(headings).not.toContain("social");
  for (const heading of page.querySelectorAll("footer h2"))
    expect(heading.nextElementSibling?.textContent).not.toBe("");
});

it.each([LOCAL, PUBLIC])("values of the owner are shown without a mark at %s", async (siteUrl) => {
  const own = Object.fromEntries(OWNER_SETTINGS.map((key) => [key, `https://own.example.net/${key}`]));
  const { page, external } = await rendered(own, siteUrl);
  expect(external).toHaveLength(9);
  expect(external.filter(({ hostname }) => hostname === "example.com")).toEqual([]);
  expect(page.querySelectorAll("span.border-dashed")).toHaveLength(0);
  expect(page.querySelector("a[href^='tel:']")).not.toBeNull();
});

it.each([
  ["http://localhost:3000", true],
  ["http://127.0.0.1:3000", true],
  ["http://192.168.0.10:3000", false],
  ["https://localhost.example.org", false],
])("examples at %s: %s", (siteUrl, isLocal) => {
  expect(withExamples(EMPTY, siteUrl).examples).toEqual(isLocal ? OWNER_SETTINGS : []);
  expect(withExamples({ ...EMPTY, contact_phone: " " }, siteUrl).examples).toHaveLength(isLocal ? 9 : 0);
});

it("no example has digits that could be a telephone, or a company number", () => {
  const { examples, ...values } = withExamples(EMPTY, LOCAL);
  for (const key of examples) expect(String(values[key]).replaceAll(/\D/g, "")).toMatch(/^0*$/);
});
