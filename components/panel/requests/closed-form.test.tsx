import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ClosedForm } from "./closed-form";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string) => key,
  getLocale: async () => "en-US",
}));

it.each(["place", "panel", "review"] as const)(
  "a closed form of a %s has no fields and a link to another page",
  async (what) => {
    const html = renderToStaticMarkup(await ClosedForm({ what }));
    expect(html).toMatch(new RegExp(`${what}\\.title.*${what}\\.text.*href="/english/.*${what}\\.next`));
    expect(html).not.toMatch(/<(?:form|input|textarea)/);
  },
);
