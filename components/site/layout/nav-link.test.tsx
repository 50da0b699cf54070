// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { NavLink } from "./nav-link";
import { NAVIGATION, navPath } from "./navigation";

const pathname = vi.hoisted(() => vi.fn<() => string>());
vi.mock("next/navigation", () => ({ usePathname: pathname }));

/** The links of the header that are marked on an address. */
function marked(address: string, uf: string | null): string[] {
  pathname.mockReturnValue(address);
  return NAVIGATION.filter((item) => {
    const link = (
      <NavLink
        href={navPath(item, uf)}
        label={item.key}
        className=""
        currentOn={item.currentOn}
        isSection={item.key !== "home"}
        needsState={item.scope === "required" && !uf}
      />
    );
    return renderToStaticMarkup(link).includes("aria-current");
  }).map(({ key }) => key);
}

it.each([
  ["/planejador-rota", null, "planner"],
  ["/planejador-rota/experimentar", null, "planner"],
  ["/planejador-rota/123e4567/roteiro", null, "planner"],
  ["/sc/planejador-rota", "sc", "planner"],
  ["/english/sc/planejador-rota/experimentar", "sc", "planner"],
  ["/sc/rota/serra-do-rio-do-rastro", "sc", "regions"],
  ["/sc/regioes/pagina/2", "sc", "regions"],
  ["/eventos/lacambeche/sc", null, "events"],
  ["/sc/servicos/oficina-azul", "sc", "services"],
  ["/revista-digital/42", null, "magazine"],
  ["/sc/diario-de-bordo", "sc", "log"],
  ["/sc/clubes-parceiros", "sc", "clubs"],
  ["/sc/home", "sc", "home"],
  ["/home", null, "home"],
])("on %s (state %s) only the link %s is marked", (address, uf, key) => {
  expect(marked(address, uf)).toEqual([key]);
});

it.each(["/login", "/", "/sc/cidade/urubici"])("on %s no link is marked", (address) => {
  expect(marked(address, null)).toEqual([]);
});
