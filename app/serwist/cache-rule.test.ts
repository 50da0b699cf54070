import { describe, expect, it } from "vitest";
import { cacheRuleOf } from "./cache-rule";

describe("how the service worker handles an address", () => {
  it.each([
    ["/sc/home", "page"],
    ["/english/sc/rota/serra-do-rio-do-rastro", "page"],
    ["/", "page"],
    ["/painel", "personal"],
    ["/espanol/admin/users", "personal"],
    ["/approval/abc", "personal"],
    ["/eventos/checkin-externo", "gate"],
    ["/english/eventos/portaria/abc", "gate"],
    ["/balcao/abc", "gate"],
    ["/espanol/painel/lugares/00000000-0000-4000-8000-000000000001/balcao/ler", "gate"],
    ["/painel/eventos/00000000-0000-4000-8000-000000000001/portaria/ler", "gate"],
    ["/painel/lugares/00000000-0000-4000-8000-000000000001/balcao", "personal"],
    ["/admin/voucher-checkin", "personal"],
    ["/english/voucher/redeem/00000000-0000-4000-8000-000000000001", "voucher"],
    ["/painel/ingressos", "ticket"],
    ["/espanol/painel/ingressos", "ticket"],
    ["/painel/viagem", "driving"],
    ["/espanol/painel/viagem/00000000-0000-4000-8000-000000000001", "driving"],
    ["/english/painel/rally/00000000-0000-4000-8000-000000000001", "driving"],
    ["/diario-de-bordo/00000000-0000-4000-8000-000000000001/checklists", "checklist"],
    ["/english/diario-de-bordo/checklist/00000000-0000-4000-8000-000000000001", "checklist"],
    ["/diario-de-bordo/checklist/viagem", "personal"],
    ["/diario-de-bordo/checklist/00000000-0000-4000-8000-000000000001/pdf", null],
    ["/diario-de-bordo/anotar", "log"],
    ["/espanol/diario-de-bordo/anotar", "log"],
    ["/comboio/ABCDEFGH", "convoy"],
    ["/english/comboio/ABCDEFGH", "convoy"],
    ["/comboio", "personal"],
    ["/diario-de-bordo", "history"],
    ["/espanol/sc/diario-de-bordo", "history"],
    ["/english/diario-de-bordo/00000000-0000-4000-8000-000000000001", "history"],
    ["/diario-de-bordo/00000000-0000-4000-8000-000000000001/abastecimentos", "history"],
    ["/diario-de-bordo/00000000-0000-4000-8000-000000000001/viagens/diario", "history"],
    ["/diario-de-bordo/00000000-0000-4000-8000-000000000001/documentos", "personal"],
    ["/diario-de-bordo/00000000-0000-4000-8000-000000000001/editar", "personal"],
    ["/admin/event-checkin", "personal"],
    ["/planejador-rota", "trip"],
    ["/english/sc/planejador-rota", "trip"],
    ["/espanol/planejador-rota/abc/roteiro", "trip"],
    ["/viagem/abc", "trip"],
    ["/viagem/abc/roteiro", "trip"],
    ["/planejador-rota/experimentar", "page"],
    ["/viagem/abc/gpx", null],
    ["/planejador-rota/abc/ics", "personal"],
    ["/api/session", null],
    ["/auth/v1/token", null],
    ["/rest/v1/regions", null],
    ["/sc/rota/serra/gpx", null],
    ["/revista-digital/edicao-1/pdf", null],
    ["/sitemap.xml", null],
  ] as const)("navigating to %s is a %s", (path, kept) => {
    expect(cacheRuleOf(path, true)).toBe(kept);
  });

  it.each([
    ["/_next/static/chunks/a.js", "build"],
    ["/_next/static/media/barlow.woff2", "build"],
    ["/cartao-postal/serra~urubici.svg", "picture"],
    ["/cartao-postal/serra~urubici.png", null],
    ["/flags/sc.svg", "picture"],
    ["/map/states.json", "picture"],
    ["/sc/home", null],
    ["/api/page-views", null],
  ] as const)("loading %s inside a page is a %s", (path, kept) => {
    expect(cacheRuleOf(path, false)).toBe(kept);
  });
});
