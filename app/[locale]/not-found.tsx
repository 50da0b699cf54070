import { NotFoundContent } from "@/components/layout/not-found-content";

/** Stands in the data of every page for a row that is gone while somebody browses: short, unlike the 404 page itself. */
export default function NotFound() {
  return <NotFoundContent />;
}
