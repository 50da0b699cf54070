import { splitPath } from "@/lib/platform/i18n/routing";

/** Last segments of the addresses of files that have no extension. */
const FILE_SEGMENTS = ["pdf", "ics", "gpx", "kml", "csv", "xlsx", "contrato", "recibo", "livro"];
/** Folders that hold no pages: handlers, exports of the panel, documents for frames of other sites. */
const FILE_FOLDERS = /^\/(?:api|admin\/exportar|embed)\//;

/** Whether an address of this site answers with a file, which leaves the page as it is. */
export function isFilePath(path: string): boolean {
  const last = path.split("/").at(-1) ?? "";
  return FILE_FOLDERS.test(splitPath(path).path) || FILE_SEGMENTS.includes(last) || /\.[a-z0-9]{2,12}$/i.test(last);
}

/** Whether a click on a link opens another page in place of this one; a download or another tab does not. */
export function replacesPage(anchor: HTMLAnchorElement, event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const isHere = anchor.target === "" || anchor.target === "_self";
  if (!isPlain || !isHere || anchor.hasAttribute("download") || !/^https?:$/.test(anchor.protocol)) return false;
  if (anchor.origin !== location.origin) return true;
  const isAnchorOfPage =
    anchor.hash !== "" && anchor.pathname === location.pathname && anchor.search === location.search;
  return !isAnchorOfPage && !isFilePath(anchor.pathname);
}
