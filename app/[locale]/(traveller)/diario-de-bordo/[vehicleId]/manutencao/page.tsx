import { EntriesPage, type EntriesPageProps } from "../entries-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/entries", "list.serviceTitle");

/** Services and parts of a car, with receipts. */
export default function ServicePage(props: EntriesPageProps) {
  return <EntriesPage {...props} list="service" />;
}
