// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addPicturesAction } from "@/lib/events/gallery/actions";
import gallery from "@/messages/pt-BR/events/gallery.json";
import { GalleryForm } from "./gallery-form";

const EVENT = "3f2b8c1a-0d4e-4f6a-9b7c-112233445566";
const refresh = vi.fn<() => void>();

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));
vi.mock("@/components/ui/notify", () => ({ notify: vi.fn<() => void>() }));
vi.mock("@/lib/events/gallery/actions", () => ({ addPicturesAction: vi.fn<() => Promise<unknown>>() }));
vi.mock("@/components/ui/picture-drop", () => ({
  PictureDrop: ({ onSent, room }: { onSent: (path: string) => void; room: number }) => (
    <button type="button" onClick={() => onSent(`2026-11/${room}.webp`)}>
      foto
    </button>
  ),
}));

beforeEach(() => {
  refresh.mockClear();
  vi.mocked(addPicturesAction).mockReset();
});
afterEach(cleanup);

/** The form with two uploaded pictures that are described. */
function fillIn() {
  render(
    <NextIntlClientProvider locale="pt-BR" messages={{ "events/gallery": gallery }} timeZone="America/Sao_Paulo">
      <GalleryForm event={EVENT} room={5} />
    </NextIntlClientProvider>,
  );
  fireEvent.click(screen.getByText("foto"));
  fireEvent.click(screen.getByText("foto"));
  for (const [index, field] of screen.getAllByLabelText(gallery.form.alt).entries())
    fireEvent.change(field, { target: { value: `Carro ${index}` } });
  fireEvent.change(screen.getByLabelText(gallery.form.credit), { target: { value: "Ana" } });
}

it("sends each picture with its description, the photographer and the consent, then starts again", async () => {
  vi.mocked(addPicturesAction).mockResolvedValue({ data: { outcome: "saved" } });
  fillIn();
  fireEvent.click(screen.getByLabelText(gallery.form.consent));
  fireEvent.submit(screen.getByLabelText(gallery.form.credit).closest("form")!);
  await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  expect(addPicturesAction).toHaveBeenCalledWith({
    event: EVENT,
    credit: "Ana",
    is_consented: true,
    pictures: [
      { path: "2026-11/5.webp", title: "Carro 0", title_en: "", title_es: "" },
      { path: "2026-11/4.webp", title: "Carro 1", title_en: "", title_es: "" },
    ],
  });
  expect(screen.queryByLabelText(gallery.form.credit)).toBeNull();
});

it("keeps what was typed when the pictures are refused, and says why", async () => {
  vi.mocked(addPicturesAction).mockResolvedValue({ data: { outcome: "refused", reason: "full", field: null } });
  fillIn();
  fireEvent.submit(screen.getByLabelText(gallery.form.credit).closest("form")!);
  expect((await screen.findByRole("alert")).textContent).toBe(gallery.form.problem.full);
  expect(vi.mocked(addPicturesAction).mock.calls[0]![0]).toMatchObject({ is_consented: false });
  expect(screen.getByLabelText<HTMLInputElement>(gallery.form.credit).value).toBe("Ana");
  expect(refresh).not.toHaveBeenCalled();
});

it("leaves out a picture that the person takes out before publishing", () => {
  fillIn();
  fireEvent.click(screen.getByRole("button", { name: "Não publicar a foto 1" }));
  expect(screen.getAllByLabelText(gallery.form.alt)).toHaveLength(1);
});
