import { NotFoundContent } from "@/components/layout/not-found-content";

/** An address of the right form whose route, city or slug does not exist. */
export default function NotFound() {
  return <NotFoundContent />;
}
