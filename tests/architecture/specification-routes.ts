import type { Role } from "@/lib/platform/auth/permissions";

/** The route lists of section 2 of the specification; parameters have the names of `paths.ts`. */
const MAIN_LAYOUT = `/home /radio /gerar-qrcode /anuncie-aqui /solicitar-painel-viagem /avaliar-app /enviar-avaliacao
  /como-funciona /checklist-viagem /select-state/:stateAbbr /:uf/home /:uf/regioes /:uf/rota/:regionSlug /:uf/cidade/:cityId
  /:uf/servicos /:uf/vouchers /:uf/clubes-parceiros /:uf/mapa-interativo /:uf/cadastro /:uf/anuncie-aqui /:uf/pagamento
  /:uf/cadastro-voucher /:uf/pontos-fotograficos /:uf/blog /:uf/blog/:slug /eventos/lacambeche /eventos/lacambeche/:stateOrEvent`;

const WITHOUT_GUARD =
  "/ /radio /admin/login /vendedor/login /vendedor/cadastro /approval/:token /eventos/publicar/:token";

const OTHER = `/mapa-interativo /voucher/redeem/:downloadId /sobre /clubes-parceiros /login /register-user /forgot-password
  /update-password /termos-de-uso /direitos-autorais /politica-de-privacidade /revista-digital /revista-digital/:magazineId
  /blog /blog/:slug /eventos/:eventId/inscricao /inscricao-publico /inscricao-mercado-pulga /inscricao-food-truck
  /inscricao-expositor-comercial /inscricao-expositor /eventos/inscricao/status /eventos/inscricao/sucesso
  /eventos/inscricao/:registrationId/cracha`;

const LOGGED_IN = `/painel /:uf/planejador-rota /:uf/diario-de-bordo /planejador-rota /diario-de-bordo
  /diario-de-bordo/checklist/:checklistId /diario-de-bordo/:vehicleId/checklists /clubes/:clubId/novo-evento /publicar-evento
  /:uf/publicar-evento /publicar-evento/preview/:eventId`;

const SELLER = `/vendedor /vendedor/dashboard /vendedor/nova-venda /vendedor/relatorios /vendedor/perfil /vendedor/configuracoes
  /vendedor/:anything`;

/** The sidebar links of section 2, grouped by the roles that see them in section 6. */
const SIDEBAR_ALL_STAFF = `/admin /admin/blog /admin/revista /admin/conteudo-estados /admin/photo-points /admin/website-content
  /admin/events /admin/event-checkin /admin/clubes /admin/ads /admin/services /admin/vouchers`;
const SIDEBAR_ADMINS = `/admin/analytics /admin/event-checkin/usage /admin/certificates /admin/certificate-templates
  /admin/events/ai-ads /admin/events/prospecting /admin/events/synergy /admin/notifications /admin/app-reviews
  /admin/service-requests`;
const SIDEBAR_MAIN_ADMINS = `/admin/financials /admin/users /admin/advertising-plans /admin/sellers /admin/settings
  /admin/portal-settings /admin/api-keys /admin/service-categories /admin/all-cities /admin/tolls /admin/form-templates`;
const SIDEBAR_SUPER = "/admin/permissions /admin/system-health /admin/system-backup";

/** Routes inside the admin guard; the specification names no permission for them, so the portal decides which staff may enter. */
const FURTHER_ADMIN = `/admin/acesso /admin/financials/recebedores /admin/financials/repasses /admin/financials/repasses/:eventId /admin/settings/primeiros-passos /admin/management /admin/voucher-checkin /admin/payment-settings /admin/events/:eventId/edit
  /admin/events/:eventId/promotion /admin/events/:eventId/registrations
  /admin/events/:eventId/registrations/:registrationId/contract /admin/events/:eventId/confirmacao /admin/maintenance-reminders
  /admin/city-installer /admin/city-gallery /admin/system-repair /admin/system-algorithms /admin/system-config /admin/avaliacoes`;

const words = (text: string) => [...new Set(text.split(/\s+/))];

const EVERYBODY: readonly Role[] = ["user", "vendedor", "editor", "admin", "main_admin", "superadministrador"];
const STAFF: readonly Role[] = ["editor", "admin", "main_admin", "superadministrador"];
const ADMINS: readonly Role[] = ["admin", "main_admin", "superadministrador"];
const TOP: readonly Role[] = ["main_admin", "superadministrador"];

export type Area = {
  routes: readonly string[];
  /** Redirect target for anonymous visitors; null when everybody may enter. */
  login: "/login" | "/admin/login" | "/vendedor/login" | null;
  /** Roles that may enter with their default permissions; null where the specification does not define it. */
  enter: readonly Role[] | null;
  /** Roles that may enter the area at all, with an extra permission if required. */
  area: readonly Role[];
  /** Roles that see the link in the admin sidebar; in section 6 these are fewer than may enter. */
  sidebar?: readonly Role[];
};

/** Sections 2 and 6 as a table: the sign-in page and the admitted roles of each route. */
export const AREAS: readonly Area[] = [
  { routes: words(`${MAIN_LAYOUT} ${WITHOUT_GUARD} ${OTHER}`), login: null, enter: EVERYBODY, area: EVERYBODY },
  { routes: words(LOGGED_IN), login: "/login", enter: EVERYBODY, area: EVERYBODY },
  { routes: ["/eventos/checkin-externo"], login: "/login", enter: ADMINS, area: ADMINS },
  { routes: words(SELLER), login: "/vendedor/login", enter: ["vendedor", ...ADMINS], area: ["vendedor", ...ADMINS] },
  { routes: words(SIDEBAR_ALL_STAFF), login: "/admin/login", enter: STAFF, area: STAFF, sidebar: STAFF },
  { routes: words(SIDEBAR_ADMINS), login: "/admin/login", enter: ADMINS, area: STAFF, sidebar: ADMINS },
  { routes: words(SIDEBAR_MAIN_ADMINS), login: "/admin/login", enter: TOP, area: STAFF, sidebar: TOP },
  // main_admin passes every permission check but does not see these three links.
  { routes: words(SIDEBAR_SUPER), login: "/admin/login", enter: TOP, area: STAFF, sidebar: ["superadministrador"] },
  { routes: words(FURTHER_ADMIN), login: "/admin/login", enter: null, area: STAFF },
];

/** Routes added to the specification: targets of mail links, search, pagination and file downloads. */
export const OWN_ROUTES: readonly string[] = [
  "/auth/confirm",
  "/auth/second-factor",
  "/offline",
  "/socorro",
  "/painel/eventos",
  "/painel/eventos/:eventId",
  "/painel/eventos/:eventId/divulgacao",
  "/painel/eventos/:eventId/equipe",
  "/painel/eventos/:eventId/galeria",
  "/painel/eventos/:eventId/inscricoes",
  "/painel/eventos/:eventId/integracoes",
  "/painel/eventos/:eventId/mensagens",
  "/painel/eventos/:eventId/mensagens/automaticas",
  "/painel/eventos/:eventId/pagamentos",
  "/painel/eventos/:eventId/pagina",
  "/painel/eventos/:eventId/pedidos",
  "/painel/eventos/:eventId/portaria",
  "/painel/eventos/:eventId/portaria/ler",
  "/painel/eventos/:eventId/rally",
  "/painel/eventos/:eventId/rally/livro",
  "/painel/eventos/:eventId/recebimento",
  "/painel/eventos/convite/:token",
  "/painel/ingressos",
  "/painel/rally/:event",
  "/painel/lugares",
  "/painel/lugares/:serviceId",
  "/painel/lugares/convite/:token",
  "/passaporte",
  "/passaporte/:link",
  "/busca",
  "/planejador-rota/experimentar",
  "/:uf/planejador-rota/experimentar",
  "/:uf/regioes/pagina/:page",
  "/:uf/servicos/:slug",
  "/:uf/servicos/pagina/:page",
  "/:uf/servicos/tipo/:kind",
  "/:uf/servicos/tipo/:kind/pagina/:page",
  "/:uf/rota/:regionSlug/gpx",
  "/:uf/rota/:regionSlug/kml",
  "/blog/pagina/:page",
  "/blog/categoria/:category",
  "/blog/categoria/:category/pagina/:page",
  "/blog/tag/:tag",
  "/blog/tag/:tag/pagina/:page",
  "/blog/rss.xml",
  "/manifest.webmanifest",
  "/:uf/eventos/lacambeche",
  "/eventos/lacambeche/passados",
  "/eventos/lacambeche/passados/pagina/:page",
  "/eventos/lacambeche/:stateOrEvent/ics",
  "/eventos/lacambeche/:stateOrEvent/rally",
  "/e/:code",
  "/embed/evento/:slugOrId",
  "/embed/eventos/:state",
  "/:uf/blog/pagina/:page",
  "/:uf/blog/categoria/:category",
  "/:uf/blog/categoria/:category/pagina/:page",
  "/revista-digital/:magazineId/pdf",
  "/pagamento/:token",
  "/pagamento/:token/contrato",
  "/pagamento/:token/recibo",
  "/contrato/:hash",
  "/anuncio/:token",
  "/voucher/relatorio/:token",
  "/eventos/certificado/:code",
  "/eventos/certificado/:code/pdf",
  "/eventos/portaria/:token",
  "/balcao/:token",
  "/painel/lugares/:serviceId/balcao",
  "/painel/lugares/:serviceId/balcao/ler",
  "/eventos/votar/:vehicleId",
  "/eventos/me-avise",
  "/eventos/me-avise/:link",
  "/eventos/presenca/:token",
  "/eventos/contrato/:token",
  "/eventos/contrato/:token/pdf",
  "/viagem/:token",
  "/viagem/:token/roteiro",
  "/viagem/:token/:format",
  "/admin/service-requests/:requestId/planejador",
  "/planejador-rota/:tripId/roteiro",
  "/planejador-rota/:tripId/:format",
  "/painel/lugares/:serviceId/vouchers",
  "/painel/viagem",
  "/painel/viagem/:tripId",
  "/diario-de-bordo/anotar",
  "/diario-de-bordo/:vehicleId",
  "/diario-de-bordo/:vehicleId/compartilhar",
  "/diario-de-bordo/convite/:token",
  "/diario-de-bordo/transferencia/:token",
  "/diario-de-bordo/venda/:token",
  "/diario-de-bordo/:vehicleId/custos",
  "/diario-de-bordo/:vehicleId/arquivos",
  "/diario-de-bordo/:vehicleId/editar",
  "/diario-de-bordo/:vehicleId/documentos",
  "/diario-de-bordo/:vehicleId/dossie",
  "/diario-de-bordo/:vehicleId/dossie/pdf",
  "/diario-de-bordo/:vehicleId/historico/pdf",
  "/diario-de-bordo/:vehicleId/pecas",
  "/diario-de-bordo/:vehicleId/lembretes",
  "/diario-de-bordo/checklist/novo",
  "/diario-de-bordo/checklist/viagem",
  "/diario-de-bordo/checklist/:checklistId/pdf",
  "/diario-de-bordo/:vehicleId/abastecimentos",
  "/diario-de-bordo/:vehicleId/manutencao",
  "/diario-de-bordo/:vehicleId/registros",
  "/diario-de-bordo/:vehicleId/viagens",
  "/diario-de-bordo/:vehicleId/viagens/diario",
  "/dados-abertos",
  "/favoritos",
  "/comboio",
  "/comboio/:code",
  "/eventos/inscricao/status/:token",
];

/** Answered by a redirect, so they have no page. */
export const REDIRECTS: readonly string[] = ["/select-state/:stateAbbr", "/vendedor/:anything"];
