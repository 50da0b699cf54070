import "server-only";
import { openPages, type Picture } from "../../../platform/pdf-writer";

const PHOTO_HEIGHT = 300;

type Pairs = readonly (readonly [label: string, value: string])[];

/** The texts of a dossier in the language of the reader; photos are read one after another. */
export type DossierContent = {
  title: string;
  lead: string;
  facts: Pairs;
  progress: { title: string; lines: readonly string[] };
  points: { title: string; note: string; rows: Pairs };
  notes: { title: string; text: string };
  photos: {
    title: string;
    note: string;
    pictures: readonly { caption: string; read: () => Promise<Picture | null> }[];
  };
  sources: { title: string; note: string; lines: readonly string[] };
  page: (number: number) => string;
};

/** The dossier of a car for the collection plate as PDF. */
export async function drawDossier(content: DossierContent): Promise<Buffer> {
  const { progress, points, notes, photos, sources } = content;
  const pages = openPages(content.title, content.page);
  pages.title(content.title);
  pages.text(content.lead);
  pages.pairs(content.facts);
  pages.heading(progress.title);
  for (const line of progress.lines) pages.text(line);
  pages.heading(points.title);
  pages.text(points.note);
  pages.pairs(points.rows);
  if (notes.text) {
    pages.heading(notes.title);
    pages.text(notes.text);
  }
  pages.heading(photos.title);
  pages.text(photos.note);
  for (const { caption, read } of photos.pictures) {
    const picture = await read();
    if (picture) pages.picture(picture, caption, PHOTO_HEIGHT);
  }
  pages.heading(sources.title);
  pages.text(sources.note);
  for (const line of sources.lines) pages.small(line);
  return pages.end();
}
