// Questions that arrive together are asked together: under load a request costs a share of a statement
// instead of a whole one (bench/lookup.ts shows what that gives); alone, it costs nothing extra.

/** Answers are in the order of the questions; a failure fails all who asked with it. */
export function createBatcher<Question, Answer>(
  ask: (questions: Question[]) => Promise<Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  let questions: Question[] = []
  let answers: Promise<Answer[]> | undefined

  return question => {
    if (answers === undefined || questions.length >= most) {
      const mine: Question[] = []
      questions = mine
      answers = afterThisTurn().then(() => {
        if (questions === mine) answers = undefined
        return ask(mine)
      })
    }
    const place = questions.push(question) - 1
    return answers.then(all => all[place] as Answer)
  }
}

/** When all requests that this turn of the event loop brought have been read. */
function afterThisTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
