// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import messages from "@/messages/pt-BR/travel/saved-trips.json";
import { SharePanel } from "./share-panel";

const share = vi.hoisted(() => vi.fn(() => Promise.resolve({ data: { outcome: "saved" } })));
vi.mock("@/lib/travel/saved-trips/shares/actions", () => ({ shareTripAction: share, revokeShareAction: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

afterEach(cleanup);

const texts = messages.share;
const TRIP = "00000000-0000-4000-8000-000000000001";

it("makes a link that shows nothing of the car and no notes before they are ticked", async () => {
  render(<SharePanel trip={TRIP} shares={[]} message="" texts={texts} />);
  const make = screen.getByRole("button", { name: texts.make });
  fireEvent.click(make);
  await waitFor(() => expect(share).toHaveBeenLastCalledWith(expect.objectContaining({ trip: TRIP, parts: [] })));
  for (const part of ["notes", "car", "notes"] as const) fireEvent.click(screen.getByLabelText(texts.parts[part]));
  await waitFor(() => expect(make.hasAttribute("disabled")).toBe(false));
  fireEvent.click(make);
  await waitFor(() => expect(share).toHaveBeenLastCalledWith(expect.objectContaining({ parts: ["car"] })));
});

it("lists what each link shows", () => {
  const known = {
    id: TRIP,
    scope: "view",
    parts: ["notes"],
    state: "expired",
    until: "até 1 de maio",
    url: null,
  } as const;
  render(<SharePanel trip={TRIP} shares={[known]} message="" texts={texts} />);
  expect(screen.getByRole("listitem").textContent).toContain(`${texts.parts.always}, notas das paradas`);
});
