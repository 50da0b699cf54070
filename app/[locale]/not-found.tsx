import { NotFoundContent } from "@/components/site/layout/not-found-content";

/** Part of the data of every page, for rows deleted during client navigation; therefore smaller than the full 404 page. */
export default function NotFound() {
  return <NotFoundContent />;
}
