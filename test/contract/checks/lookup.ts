import { findFoods, foodOf, sample } from '../catalog.ts'
import { shorten } from '../client.ts'
import { expectDetail, expectSameBytes, expectThat } from '../expect.ts'
import { agree } from '../food-fields.ts'
import type { Check } from '../types.ts'

export const lookup: Check[] = [
  {
    id: 'food-lookup',
    title: '/food/{food_id} returns the food that the list shows under that id',
    needs: ['reader'],
    async run(ctx) {
      for (const listed of sample(await findFoods(ctx), 20)) {
        const response = await ctx.get(`/food/${listed.id}`)
        const shown = shorten(JSON.stringify(listed), 200)
        expectThat(agree(foodOf(response), listed), response, `the food as /foods/popular shows it, ${shown}`)
      }
    },
  },
  {
    id: 'all-fields/everywhere',
    title: 'a food has the same members in a list and by its id',
    needs: ['reader'],
    async run(ctx) {
      for (const listed of sample(await findFoods(ctx), 20)) {
        const response = await ctx.get(`/food/${listed.id}`)
        const shown = JSON.stringify(listed)
        const same = JSON.stringify(foodOf(response)) === shown
        expectThat(same, response, `the food as /foods/popular shows it, ${shorten(shown, 200)}`)
      }
    },
  },
  {
    id: 'integer-form/food-id',
    title: 'a food is found under every spelling of its id',
    needs: ['reader'],
    async run(ctx) {
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
    id: 'food-id-range/not-found',
    title: 'an unknown, negative or gigantic food_id is 404 Food not found',
    needs: ['reader'],
    async run(ctx) {
      for (const id of ['-1', '9223372036854775807', '9223372036854775808', `1${'0'.repeat(100)}`]) {
        expectDetail(await ctx.get(`/food/${id}`), 404, 'Food not found')
      }
    },
  },
]
