import { EntriesPage, type EntriesPageProps } from "../entries-page";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("garage/entries", "list.allTitle");

/** Everything that was noted about a car. */
export default function AllEntriesPage(props: EntriesPageProps) {
  return <EntriesPage {...props} list="all" />;
}
