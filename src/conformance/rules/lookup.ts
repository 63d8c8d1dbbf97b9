import { findFoods, foodOf, sample } from '../catalog.ts'
import type { Rule } from '../contract.ts'
import { expectDetail, expectSameBytes, expectThat } from '../expect.ts'

export const lookup: Rule[] = [
  {
    rule: 'spec 4.2',
    title: '/food/{food_id} answers the food that the list shows under that id',
    needs: ['reader'],
    async check(ctx) {
      for (const listed of sample(await findFoods(ctx), 20)) {
        const answer = await ctx.get(`/food/${listed.id}`)
        const same = JSON.stringify(foodOf(answer)) === JSON.stringify(listed)
        expectThat(
          same,
          answer,
          `the food as /foods/popular shows it, ${JSON.stringify(listed).slice(0, 200)}`,
        )
      }
    },
  },
  {
    rule: 'decision 5a',
    title: 'a food is found under every spelling of its id',
    needs: ['reader'],
    async check(ctx) {
      for (const { id } of sample(await findFoods(ctx), 3)) {
        const plain = await ctx.get(`/food/${id}`)
        expectThat(foodOf(plain).id === id, plain, `the food with id ${id}`)
        for (const spelling of [`00${id}`, `${id}.0`, `+${id}`, `%20${id}%20`, `${id}?food_id=0`]) {
          expectSameBytes(await ctx.get(`/food/${spelling}`), plain)
        }
      }
    },
  },
  {
    rule: 'decision 28',
    title: 'an unknown, negative or gigantic food_id is 404 Food not found',
    needs: ['reader'],
    async check(ctx) {
      for (const id of ['-1', '9223372036854775807', '9223372036854775808', `1${'0'.repeat(100)}`]) {
        expectDetail(await ctx.get(`/food/${id}`), 404, 'Food not found')
      }
    },
  },
]
