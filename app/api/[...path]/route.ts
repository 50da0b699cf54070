/**
 * Addresses below /api that have no handler. Without this one Next would render its page for unknown addresses,
 * which looks for a call of a server action in the body of a POST.
 */
function answerMissing(): Response {
  return new Response(null, { status: 404 });
}

export {
  answerMissing as GET,
  answerMissing as POST,
  answerMissing as PUT,
  answerMissing as PATCH,
  answerMissing as DELETE,
};
