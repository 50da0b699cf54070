import { setImmediate as nextTurn } from "node:timers/promises";
import { createTranslator } from "use-intl/core";
import { z } from "zod";
import { printedSchema } from "../../lib/events/certificates/schema";
import { certificatePrinter } from "../../lib/events/certificates/service";
import { signEventCode } from "../../lib/events/codes/service";
import { eventWhen } from "../../lib/events/events/rules";
import type { Locale } from "../../lib/platform/i18n/routing";
import { openPdf, pdfPicture, type Pdf } from "../../lib/platform/pdf";
import sharp from "../../lib/platform/sharp";
import { siteUrl } from "../../lib/platform/site-url";
import { workSchema } from "../../lib/events/print-batches/schema";
import { badgeLines, carName, type BatchSize } from "../../lib/events/registrations/badges/rules";
import { translated } from "../../lib/events/registrations/rules";
import { votePath } from "../../lib/events/votes/rules";
import { badgeSchema, type Badge } from "../../lib/events/registrations/schema";
import { drawBadge, drawWindscreen, POSTER_PIXELS } from "../../lib/events/registrations/service";
import enUS from "../../messages/en-US/events/registrations.json";
import es419 from "../../messages/es-419/events/registrations.json";
import ptBR from "../../messages/pt-BR/events/registrations.json";
import { failureReason } from "./failure";
import type { Job, JobContext } from "./job";

/** Items that are read and drawn between two updates of the progress. */
const AT_ONCE = 25;
const BUCKET = "print-batches";
const MESSAGES: Record<Locale, typeof ptBR.badge> = { "pt-BR": ptBR.badge, "en-US": enUS.badge, "es-419": es419.badge };

const dataSchema = z.object({ batch: z.uuid() });

/** Draws the page of one item. */
type Printer = (item: unknown) => Promise<void>;

/** The picture of the event as JPEG in the shape that an A6 page shows, because the PDF library reads no WebP; empty when it cannot be read. */
async function readPoster(openService: JobContext["openService"], path: string): Promise<string> {
  const { data } = await openService().storage.from("event-files").download(path);
  if (!data) return "";
  const picture = sharp(Buffer.from(await data.arrayBuffer()))
    .resize(POSTER_PIXELS)
    .jpeg({ quality: 85 });
  return pdfPicture(await picture.toBuffer());
}

const entranceCode = ({ id, event_id: eventId, badge_version: badgeVersion }: Badge) =>
  signEventCode({ registrationId: id, eventId, badgeVersion });

function badgePrinter(pdf: Pdf, size: BatchSize, locale: Locale, openService: JobContext["openService"]): Printer {
  const t = createTranslator({ locale, messages: MESSAGES[locale] });
  let poster: string | null = null;
  return async (item) => {
    const badge = badgeSchema.parse(item);
    const { event } = badge;
    const shows = (part: string) => !event.badge_hidden.includes(part);
    poster ??=
      size === "a6" && event.poster_path && shows("poster") ? await readPoster(openService, event.poster_path) : "";
    const words = {
      people: (count: number) => t("people", { count }),
      stand: (label: string) => t("stand", { label }),
    };
    const page = {
      code: await entranceCode(badge),
      event: translated(event.translations, "title", locale, event.title),
      name: badge.full_name,
      kind: translated(badge.kind_translations, "name", locale, badge.kind_name),
      date: shows("date") ? eventWhen(event, locale) : "",
      ...badgeLines(badge, words),
    };
    drawBadge(pdf, page, size, poster || null);
  };
}

const windscreenSchema = badgeSchema.extend({ car: z.string() });

/** Draws the card for the windscreen of one car of a registration. */
function windscreenPrinter(pdf: Pdf, locale: Locale): Printer {
  return async (item) => {
    const badge = windscreenSchema.parse(item);
    const { event } = badge;
    const car = badge.vehicles.find(({ id }) => id === badge.car);
    if (!car) throw new Error("a card names a car of its registration");
    drawWindscreen(pdf, {
      qr: event.has_votes ? siteUrl(votePath(car.id)) : await entranceCode(badge),
      event: translated(event.translations, "title", locale, event.title),
      number: badge.code,
      car: carName(car),
      kind: translated(badge.kind_translations, "name", locale, badge.kind_name),
    });
  };
}

/** Draws the file; returns it with the number of its pages. Other tasks of the worker run between two pages. */
async function drawFile(
  { sql, openService }: JobContext,
  batch: string,
  work: NonNullable<z.output<typeof workSchema>>,
) {
  const { pdf, bytes } = openPdf(work.event);
  const certificates = certificatePrinter(pdf);
  const print = ((): Printer => {
    if (work.size === "windscreen") return windscreenPrinter(pdf, work.locale);
    if (work.size) return badgePrinter(pdf, work.size, work.locale, openService);
    return (item) => certificates(printedSchema.parse(item));
  })();
  let pages = 0;
  for (let done = 0; done < work.total; done += AT_ONCE) {
    const [row] = await sql<{ items: unknown[] }[]>`select private.print_items(${batch}, ${done}, ${AT_ONCE}) as items`;
    for (const item of row?.items ?? []) {
      await print(item);
      pages += 1;
      await nextTurn();
    }
    await sql`select private.note_print_progress(${batch}, ${Math.min(done + AT_ONCE, work.total)})`;
  }
  if (pages === 0) throw new Error("no page is valid any more");
  pdf.end();
  return { file: await bytes, pages };
}

/** Draws the PDF of a batch and stores it. After a crash the next attempt draws the file from its first page. */
export const printBatch: Job = {
  name: "print-batch",
  retryLimit: 3,
  run: async (context, data) => {
    const { sql, openService } = context;
    const { batch } = dataSchema.parse(data);
    const [begun] = await sql<{ work: unknown }[]>`select private.begin_print_batch(${batch}) as work`;
    const work = workSchema.parse(begun?.work ?? null);
    if (!work) return;
    try {
      const { file, pages } = await drawFile(context, batch, work);
      const path = `${batch}.pdf`;
      const { error } = await openService()
        .storage.from(BUCKET)
        .upload(path, file, { contentType: "application/pdf", upsert: true });
      if (error) throw new Error(`storage: ${error.message}`);
      await sql`select private.end_print_batch(${batch}, ${path}, ${pages})`;
    } catch (error) {
      await sql`select private.fail_print_batch(${batch}, ${failureReason(error)})`;
      throw error;
    }
  },
};
