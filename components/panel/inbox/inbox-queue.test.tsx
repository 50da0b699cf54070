// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it, vi } from "vitest";
import { QUESTION_EVENT, type Question } from "@/components/ui/ask";
import type { InboxItem } from "@/lib/panel/inbox/queries";
import type { InboxKey } from "@/lib/panel/inbox/rules";
import inbox from "@/messages/pt-BR/panel/inbox.json";
import { InboxQueue } from "./inbox-queue";

const { decide } = vi.hoisted(() => ({ decide: vi.fn<() => Promise<unknown>>() }));
vi.mock("@/lib/panel/inbox/actions", () => ({
  decideAction: decide,
  answerTripPanelAction: vi.fn(),
  assignAction: vi.fn(),
  replyAction: vi.fn(),
}));
vi.mock("@/lib/panel/approvals/actions", () => ({ createLinkAction: vi.fn(), revokeLinksAction: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: vi.fn(), push: vi.fn() }) }));

afterEach(cleanup);

const item = (kind: InboxKey, status: string) =>
  ({
    id: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
    kind,
    title: "Oficina Serra",
    protocol: null,
    status,
    note: null,
    createdAt: "2026-11-27T12:00:00Z",
    decidedAt: null,
    decidedBy: null,
    assignedTo: null,
    reply: null,
    publishOk: true,
    facts: [],
    photos: [],
    documents: [],
    subject: null,
  }) satisfies InboxItem;

const queue = (kind: InboxKey, status: string) =>
  render(
    <NextIntlClientProvider locale="pt-BR" messages={{ "panel/inbox": inbox }} timeZone="America/Sao_Paulo">
      <InboxQueue items={[item(kind, status)]} account="" base="" locale="pt-BR" />
    </NextIntlClientProvider>,
  );

it("a decided card shows the new status only", async () => {
  decide.mockResolvedValue({ data: { outcome: "saved", status: "active" } });
  queue("seller", "pending");
  const card = within(screen.getByRole("article"));
  expect(card.getByText("Pendente")).toBeTruthy();
  await act(async () => void fireEvent.click(card.getByRole("button", { name: "Aprovar" })));
  expect(await card.findByText("Ativo")).toBeTruthy();
  expect(card.queryByText("Pendente")).toBeNull();
});

it("a card that somebody else has decided does not show its old status", async () => {
  decide.mockResolvedValue({ data: { outcome: "conflict", by: "Bia", at: null } });
  queue("pix", "review");
  const card = within(screen.getByRole("article"));
  expect(card.getByText("Em conferência")).toBeTruthy();
  const given = new Promise<Question>((resolve) =>
    window.addEventListener(QUESTION_EVENT, (event) => resolve((event as CustomEvent<Question>).detail), {
      once: true,
    }),
  );
  await act(async () => void fireEvent.click(card.getAllByRole("button")[0]!));
  await act(async () => (await given).answer(true));
  expect(await card.findByText(/^Já decidido por Bia/)).toBeTruthy();
  expect(card.queryByText("Em conferência")).toBeNull();
});

it.each([
  ["seller", "pending", true],
  ["pix", "review", false],
  ["event_change", "pending", false],
] as const)("the keys of the queue %s (%s) name undo: %s", (kind, status, hasUndo) => {
  queue(kind, status);
  const hint = screen.getByText(/^Teclas:/).textContent;
  expect(hint.includes("u desfaz")).toBe(hasUndo);
  expect(hint.includes("não podem ser desfeitas")).toBe(!hasUndo);
});

it("a key decides only what is in view; what was scrolled away is shown first", async () => {
  decide.mockClear().mockResolvedValue({ data: { outcome: "saved", status: "active" } });
  queue("seller", "pending");
  const card = screen.getByRole("article");
  const scroll = vi.fn<() => void>();
  card.scrollIntoView = scroll;
  const place = vi.spyOn(card, "getBoundingClientRect");
  card.focus();
  place.mockReturnValue({ top: -900, bottom: -10 } as DOMRect);
  fireEvent.keyDown(card, { key: "a" });
  expect(decide).not.toHaveBeenCalled();
  expect(scroll).toHaveBeenCalledTimes(1);
  place.mockReturnValue({ top: 100, bottom: 400 } as DOMRect);
  await act(async () => void fireEvent.keyDown(card, { key: "a" }));
  expect(decide).toHaveBeenCalledTimes(1);
});

it("an approved request has a link to the record that was made", async () => {
  decide.mockResolvedValue({ data: { outcome: "saved", status: "approved", table: "services", id: "abc" } });
  queue("service_request", "received");
  expect(screen.queryByRole("link", { name: "Abrir o registro" })).toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Aprovar" })));
  const link = await screen.findByRole("link", { name: "Abrir o registro" });
  expect(link.getAttribute("href")).toBe("/admin/services/abc");
});
