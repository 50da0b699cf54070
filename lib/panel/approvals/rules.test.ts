import { describe, expect, it } from "vitest";
import approvals from "@/messages/pt-BR/panel/approvals.json";
import { offerTexts, type EventOffer } from "./rules";

const kind = {
  name: "Público",
  priceCents: 5000,
  capacity: 80,
  opensAt: null,
  closesAt: "2027-01-20T23:30:00Z",
  requiresApproval: true,
  hasWaitingList: false,
  priceSteps: [],
  questions: [],
};
const offer: EventOffer = { kinds: [kind], capacity: 300, isPaid: true, payee: "Clube do Fusca", isPayable: true };
const textsOf = (changes: Partial<EventOffer>) =>
  offerTexts({ ...offer, ...changes }, approvals.offer, "pt-BR", "America/Rio_Branco");

describe("what an event sells", () => {
  it("is a line for each kind with price, places, dates in the zone of the event and approval", () => {
    const { kinds, capacity, payee } = textsOf({});
    for (const part of ["Público · R$", "50,00", "80 vagas", "encerra em 20/01/2027", "18:30", "aprovação"])
      expect(kinds).toContain(part);
    expect([capacity, payee]).toEqual(["300", "Clube do Fusca, o Pix do portal"]);
  });

  it("names the later prices and the questions of the organiser", () => {
    const priceSteps = [{ starts_at: "2027-01-10T05:00:00Z", price_cents: 7000 }];
    const { kinds } = textsOf({ kinds: [{ ...kind, priceSteps, questions: ["Dia da chegada", "Carreta"] }] });
    expect(kinds).toContain("70,00 a partir de 10/01/2027");
    expect(kinds).toContain("perguntas do organizador: Dia da chegada; Carreta");
  });

  it("is said to be free, unlimited or nothing", () => {
    const free = { ...kind, priceCents: 0, capacity: null, closesAt: null };
    expect(textsOf({ kinds: [free], isPaid: false })).toMatchObject({
      kinds: "Público · gratuita · sem limite de vagas · encerra no começo do evento · com aprovação do organizador",
      payee: undefined,
    });
    expect(textsOf({ kinds: [] }).kinds).toBe("Sem inscrições pelo portal");
  });

  it("names the card account without a Pix key, and nobody while the portal cannot be paid", () => {
    expect(textsOf({ payee: null }).payee).toBe("A conta de cartão do portal");
    expect(textsOf({ recipient: "own" }).payee).toBe("Clube do Fusca, a chave Pix da organização");
    expect(textsOf({ recipient: "checking" }).payee).toContain("ainda em conferência");
    expect(textsOf({ isPayable: false }).payee).toMatch(/^Ninguém/);
  });
});
