import { STATE_SEGMENTS } from "./state-segments";
import { panelPages } from "./panel-pages";
import { redactPath } from "./redact";
import { ADMIN_ROLES, SELLER_ROLES, type Permission, type Role } from "./auth/permissions";
import { STAFF_ROLES } from "./supabase/database-constants/platform";

// Components import these through this module.
export { panelPages, panelPath, panelPathWith, type MenuSection, type PanelPage } from "./panel-pages";

export type Guard = {
  /** Sign-in page for anonymous visitors. */
  login: "/login" | "/admin/login" | "/vendedor/login";
  /** Allowed roles; null means every signed-in account. */
  roles: readonly Role[] | null;
  permission?: Permission;
};

export type Route = {
  /** `:uf` matches only the 27 states, any other `:name` matches one segment. */
  pattern: string;
  guard?: Guard;
  /** The static HTML may be served from the page cache. */
  cached?: true;
  /** The URL contains a token or a personal id, so page views store the pattern instead. */
  personal?: true;
  /** The CSP allows Stripe's script on this page. */
  card?: true;
  /**
   * SQL function that answers the state of the link with the token in the URL: a page is sent with 410 unless it is
   * open. The token is the parameter `:token`, or a part of `:link` (`name~token`).
   */
  linkState?: "trip_share_state" | "passport_share_state" | "sale_link_state" | "voucher_report_state";
  /** The last segment names a file of the link: after its end the page of the link is sent instead. */
  linkFile?: true;
  /** The page reads QR codes with the camera: the CSP allows the WebAssembly code reader. */
  scanner?: true;
  /** The page listens to Supabase Realtime, where there is one: the CSP allows its WebSocket. */
  realtime?: true;
  /** Other sites may show the page in a frame: no scripts, forms or cookies, and a 404 page without them. */
  framed?: true;
  /** Static 404 page of the route; its `not-found.tsx` shows the same during client navigation. */
  missing?: `/nao-encontrado/${string}`;
};

const signedIn: Guard = { login: "/login", roles: null };
const admins: Guard = { login: "/login", roles: ADMIN_ROLES };
const seller: Guard = { login: "/vendedor/login", roles: SELLER_ROLES };
const staff = (permission: Permission): Guard => ({ login: "/admin/login", roles: STAFF_ROLES, permission });
const open = (...patterns: string[]): Route[] => patterns.map((pattern) => ({ pattern }));
const cached = (...patterns: string[]): Route[] => patterns.map((pattern) => ({ pattern, cached: true }));
const behind = (guard: Guard, ...patterns: string[]): Route[] => patterns.map((pattern) => ({ pattern, guard }));
const withMissing = (name: string, ...routes: Route[]): Route[] =>
  routes.map((route) => ({ ...route, missing: `/nao-encontrado/${name}` }));
const personal = (...routes: Route[]): Route[] => routes.map((route) => ({ ...route, personal: true }));

const recordPages = panelPages.filter(({ records }) => records);

/** Every route of section 2 of the specification, in matching order (literal segments before parameters). */
export const ROUTES: readonly Route[] = [
  ...cached(
    "/",
    "/offline",
    "/home",
    "/:uf/home",
    "/:uf/regioes",
    "/:uf/regioes/pagina/:page",
    "/:uf/rota/:regionSlug",
  ),
  ...open("/:uf/rota/:regionSlug/gpx", "/:uf/rota/:regionSlug/kml"),
  ...open("/busca", "/select-state/:stateAbbr"),
  ...cached(
    "/mapa-interativo",
    "/:uf/mapa-interativo",
    "/clubes-parceiros",
    "/:uf/clubes-parceiros",
    "/:uf/pontos-fotograficos",
  ),
  ...cached("/:uf/cidade/:cityId", "/:uf/servicos", "/:uf/servicos/pagina/:page", "/:uf/servicos/:slug"),
  ...cached("/:uf/servicos/tipo/:kind", "/:uf/servicos/tipo/:kind/pagina/:page"),
  ...cached("/:uf/vouchers"),
  ...open("/:uf/pagamento", "/:uf/cadastro-voucher"),
  ...cached(
    "/:uf/blog",
    "/:uf/blog/pagina/:page",
    "/:uf/blog/categoria/:category",
    "/:uf/blog/categoria/:category/pagina/:page",
    "/:uf/blog/:slug",
  ),
  ...cached(
    "/radio",
    "/sobre",
    "/como-funciona",
    "/termos-de-uso",
    "/direitos-autorais",
    "/politica-de-privacidade",
    "/dados-abertos",
    "/favoritos",
    "/socorro",
    "/checklist-viagem",
    "/gerar-qrcode",
  ),
  ...cached("/planejador-rota/experimentar", "/:uf/planejador-rota/experimentar"),
  ...cached(
    "/avaliar-app",
    "/enviar-avaliacao",
    "/solicitar-painel-viagem",
    "/anuncie-aqui",
    "/:uf/anuncie-aqui",
    "/:uf/cadastro",
  ),
  ...open(
    "/login",
    "/register-user",
    "/forgot-password",
    "/update-password",
    "/auth/confirm",
    "/auth/second-factor",
    "/admin/login",
    "/vendedor/login",
  ),
  ...open("/vendedor/cadastro"),
  ...cached("/revista-digital", "/revista-digital/:magazineId"),
  ...open("/revista-digital/:magazineId/pdf", "/blog/rss.xml", "/manifest.webmanifest"),
  ...cached("/blog", "/blog/pagina/:page", "/blog/categoria/:category", "/blog/categoria/:category/pagina/:page"),
  ...cached("/blog/tag/:tag", "/blog/tag/:tag/pagina/:page", "/blog/:slug"),
  ...cached("/eventos/lacambeche", "/eventos/lacambeche/passados", "/eventos/lacambeche/passados/pagina/:page"),
  ...cached("/eventos/lacambeche/:stateOrEvent"),
  // Short links of events, printed on posters.
  ...open("/eventos/lacambeche/:stateOrEvent/ics", "/eventos/lacambeche/:stateOrEvent/rally", "/e/:code"),
  { pattern: "/embed/evento/:slugOrId", framed: true },
  { pattern: "/embed/eventos/:state", framed: true },
  // An alias of the list of the state: not in the sitemap, and no second copy in the page cache.
  ...open("/:uf/eventos/lacambeche"),
  ...open("/eventos/inscricao/status", "/eventos/inscricao/sucesso", "/eventos/me-avise"),
  ...open("/eventos/:eventId/inscricao", "/inscricao-publico", "/inscricao-mercado-pulga", "/inscricao-food-truck"),
  ...open("/inscricao-expositor-comercial", "/inscricao-expositor"),
  ...personal(
    ...withMissing("link", { pattern: "/pagamento/:token", card: true }, { pattern: "/anuncio/:token" }),
    ...withMissing(
      "inscricao",
      { pattern: "/eventos/inscricao/status/:token", card: true },
      { pattern: "/eventos/inscricao/:registrationId/cracha" },
    ),
    // The token in the link of an enrolled device is checked by the page and by every request of the gate.
    ...withMissing("portaria", { pattern: "/eventos/portaria/:token", scanner: true }),
    ...withMissing("balcao", { pattern: "/balcao/:token", scanner: true }),
    ...withMissing(
      "viagem",
      { pattern: "/viagem/:token", linkState: "trip_share_state" },
      { pattern: "/viagem/:token/roteiro", linkState: "trip_share_state" },
    ),
    ...open("/pagamento/:token/contrato", "/pagamento/:token/recibo", "/contrato/:hash"),
    ...open("/approval/:token", "/eventos/publicar/:token", "/voucher/redeem/:downloadId"),
    { pattern: "/voucher/relatorio/:token", linkState: "voucher_report_state" },
    ...open("/eventos/presenca/:token", "/eventos/contrato/:token", "/eventos/contrato/:token/pdf"),
    { pattern: "/eventos/votar/:vehicleId", scanner: true },
    ...open("/eventos/me-avise/:link"),
    { pattern: "/passaporte/:link", linkState: "passport_share_state" },
    { pattern: "/viagem/:token/:format", linkState: "trip_share_state", linkFile: true },
    ...behind(signedIn, "/planejador-rota/:tripId/roteiro", "/planejador-rota/:tripId/:format"),
    ...open("/eventos/certificado/:code", "/eventos/certificado/:code/pdf"),
    ...behind(signedIn, "/painel/viagem/:tripId", "/painel/lugares/convite/:token", "/painel/lugares/:serviceId"),
    ...behind(signedIn, "/painel/lugares/:serviceId/vouchers", "/painel/lugares/:serviceId/balcao"),
    { pattern: "/painel/lugares/:serviceId/balcao/ler", guard: signedIn, scanner: true },
    ...behind(signedIn, "/painel/eventos", "/painel/eventos/convite/:token", "/painel/eventos/:eventId"),
    ...behind(signedIn, "/painel/eventos/:eventId/inscricoes", "/painel/eventos/:eventId/portaria"),
    ...behind(signedIn, "/painel/eventos/:eventId/mensagens", "/painel/eventos/:eventId/mensagens/automaticas"),
    ...behind(signedIn, "/painel/eventos/:eventId/pagamentos", "/painel/eventos/:eventId/recebimento"),
    ...behind(signedIn, "/painel/eventos/:eventId/equipe", "/painel/eventos/:eventId/integracoes"),
    ...behind(signedIn, "/painel/eventos/:eventId/pagina", "/painel/eventos/:eventId/rally", "/painel/rally/:event"),
    ...behind(signedIn, "/painel/eventos/:eventId/rally/livro", "/painel/eventos/:eventId/divulgacao"),
    ...behind(signedIn, "/painel/eventos/:eventId/galeria", "/painel/eventos/:eventId/pedidos"),
    { pattern: "/painel/eventos/:eventId/portaria/ler", guard: signedIn, scanner: true },
    { pattern: "/diario-de-bordo/venda/:token", linkState: "sale_link_state" },
    ...open("/diario-de-bordo/convite/:token", "/diario-de-bordo/transferencia/:token"),
    ...behind(
      signedIn,
      "/diario-de-bordo/anotar",
      "/diario-de-bordo/checklist/novo",
      "/diario-de-bordo/checklist/viagem",
      "/diario-de-bordo/checklist/:checklistId",
      "/diario-de-bordo/checklist/:checklistId/pdf",
      "/diario-de-bordo/:vehicleId",
      "/diario-de-bordo/:vehicleId/abastecimentos",
      "/diario-de-bordo/:vehicleId/arquivos",
      "/diario-de-bordo/:vehicleId/checklists",
      "/diario-de-bordo/:vehicleId/compartilhar",
      "/diario-de-bordo/:vehicleId/custos",
      "/diario-de-bordo/:vehicleId/documentos",
      "/diario-de-bordo/:vehicleId/dossie",
      "/diario-de-bordo/:vehicleId/dossie/pdf",
      "/diario-de-bordo/:vehicleId/editar",
      "/diario-de-bordo/:vehicleId/historico/pdf",
      "/diario-de-bordo/:vehicleId/lembretes",
      "/diario-de-bordo/:vehicleId/manutencao",
      "/diario-de-bordo/:vehicleId/pecas",
      "/diario-de-bordo/:vehicleId/registros",
      "/diario-de-bordo/:vehicleId/viagens",
      "/diario-de-bordo/:vehicleId/viagens/diario",
    ),
    ...behind(signedIn, "/publicar-evento/preview/:eventId", "/clubes/:clubId/novo-evento"),
    // A guest without an account opens it too: the database decides who reads the convoy.
    { pattern: "/comboio/:code", realtime: true },
  ),
  ...behind(
    signedIn,
    "/painel",
    "/painel/ingressos",
    "/painel/lugares",
    "/painel/viagem",
    "/passaporte",
    "/planejador-rota",
    "/:uf/planejador-rota",
    "/diario-de-bordo",
    "/:uf/diario-de-bordo",
  ),
  // A convoy is opened from this page without loading another document, so this page's CSP applies to it too.
  { pattern: "/comboio", guard: signedIn, realtime: true },
  ...behind(signedIn, "/publicar-evento", "/:uf/publicar-evento"),
  { pattern: "/eventos/checkin-externo", guard: admins, scanner: true },
  ...behind(
    seller,
    "/vendedor",
    "/vendedor/dashboard",
    "/vendedor/nova-venda",
    "/vendedor/relatorios",
    "/vendedor/perfil",
  ),
  ...behind(seller, "/vendedor/configuracoes", "/vendedor/:anything"),
  ...panelPages.map(({ path, permission, scanner }) => ({
    pattern: path,
    guard: staff(permission),
    ...(scanner && { scanner }),
  })),
  ...recordPages.flatMap(({ path, permission }) => behind(staff(permission), `${path}/novo`)),
  ...recordPages.flatMap(({ path, permission }) => behind(staff(permission), `${path}/:recordId`)),
];

/** Path prefixes where unknown paths also require sign-in. */
const GUARDED_AREAS: readonly { prefix: string; guard: Guard }[] = [
  { prefix: "/admin", guard: { login: "/admin/login", roles: STAFF_ROLES } },
  { prefix: "/vendedor", guard: seller },
];

export type RouteMatch = { route: Route; params: Record<string, string> };

function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = actual[index] ?? "";
    if (!segment.startsWith(":")) {
      if (segment !== value) return null;
    } else if (!value || (segment === ":uf" && !STATE_SEGMENTS.has(value))) {
      return null;
    } else {
      params[segment.slice(1)] = value;
    }
  }
  return params;
}

/** Whether all percent escapes are valid; Next returns 500 for invalid ones. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The route of a path without locale prefix and query; null when there is none. */
export function matchRoute(path: string): RouteMatch | null {
  if (!isDecodable(path)) return null;
  for (const route of ROUTES) {
    const params = matchPattern(route.pattern, path);
    if (params) return { route, params };
  }
  return null;
}

/** Access rule of a path; null when it is public. */
export function guardOf(path: string): Guard | null {
  const match = matchRoute(path);
  if (match) return match.route.guard ?? null;
  return GUARDED_AREAS.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.guard ?? null;
}

/** Path that is stored with a page view; personal paths lose their token. */
export function trackedPath(path: string): string {
  const match = matchRoute(path);
  return match?.route.personal ? match.route.pattern : redactPath(path);
}
